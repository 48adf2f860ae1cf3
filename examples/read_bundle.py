"""Computes the points and illegal rates of a Kibitz league from its bundle: python3 read_bundle.py league.jsonl.gz

Needs Python 3.10 and nothing else. docs/bundles.md says what the lines are.
"""
import gzip, json, sys
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

with gzip.open(sys.argv[1], "rt", encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]


def data(kind):
    return [line["data"] for line in lines if line.get("type") == kind]


settings, entrants = data("league")[0]["settings"], data("entrant")
games = {line["id"]: line["events"] for line in lines if line.get("type") == "game"}
sums = {each["number"]: Counter() for each in entrants}
for each in entrants:
    if each.get("late", {}).get("worth") == "half":
        sums[each["number"]]["points"] += settings["points"]["draw"] * each["late"]["rounds"]


def play(game, match):
    """Adds up the tries of both sides of a game, and returns the points of a and b."""
    log = [entry["event"] for entry in games[game["id"]]]
    order = "ab" if game["first"] == "a" else "ba"
    entrant = {player["seat"]: match[side] for player, side in zip(log[0]["players"], order)}
    for event in log:
        own, effort = sums.get(entrant.get(event.get("seat")), Counter()), event.get("effort", {})
        own["own"] += event["type"] == "movePlayed" and effort.get("fallback") is None
        own["illegal"] += event["count"] if event["type"] == "movesRefused" else event["type"] == "moveRefused"
        own["unusable"] += effort.get("unusable", 0)
    winner = next(event["outcome"]["winner"] for event in log if event["type"] == "gameOver")
    return [0.5 if winner is None else float(entrant[winner] == match[side]) for side in "ab"]


for match in data("match"):
    a, b, result = match["a"], match["b"], match["result"]
    if result and b is None:
        worth = settings["points"]
        usual = worth.get("bye", worth["win"]) if settings["format"] == "swiss" else 0
        sums[a]["points"] += worth[result["bye"]] if "bye" in result else usual
    elif result:
        ended = [each for each in match["games"] if each["id"] in games and each["result"]["reason"] != "forfeit"]
        scores = [points for each in ended for points in [play(each, match)] if not each.get("armageddon")]
        lead = sum(points[0] - points[1] for points in scores)
        decided = lead == 0 or result["termination"] == "forfeit"
        winner = result["winner"] if decided else "a" if lead > 0 else "b"
        level = "draw" if result["played"] and sum(result["score"]) > 0 else "loss"
        for side in "ab":
            how = level if winner is None else "win" if winner == side else "loss"
            sums[match[side]].update({how: 1, "points": settings["points"][how]})
print("name", "points", "won", "drawn", "lost", "illegal_per_1000", "illegal_per_1000_played", sep="\t")
for name, own in sorted(((each["name"], sums[each["number"]]) for each in entrants), key=lambda row: -row[1]["points"]):
    rates = [Decimal(1000 * own["illegal"] / of).quantize(Decimal("0.1"), ROUND_HALF_UP) if of else ""
             for of in (own["own"] + own["illegal"] + own["unusable"], own["own"])]
    print(name, round(own["points"], 6), own["win"], own["draw"], own["loss"], *rates, sep="\t")
