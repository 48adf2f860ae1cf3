import { effect } from "@preact/signals";
import { soundVolume } from "../settings/settings.ts";
import type { GameModel } from "./game-model.ts";

export type Sound = "move" | "capture" | "check" | "low" | "end";

let context: AudioContext | null = null;

/** The volume, 0 to 1, of the sounds from now on. */
let loudness = 1;

/** Milliseconds by which a sound may be late: starting the audio context takes a moment. */
const LATEST_MS = 250;

/**
 * Plays a synthesised sound now. Drops it where the browser does not let the page be heard before a click: its clock
 * stands still then, and everything scheduled would be heard at once.
 */
export function playSound(sound: Sound, volume: number): void {
  loudness = volume;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "running") {
    schedule(audio, sound);
    return;
  }
  const askedAt = performance.now();
  void audio.resume().then(
    () => {
      if (performance.now() - askedAt < LATEST_MS) schedule(audio, sound);
    },
    () => {},
  );
}

function schedule(audio: AudioContext, sound: Sound): void {
  const now = audio.currentTime + 0.01;
  switch (sound) {
    case "move":
      knock(audio, now, 1);
      break;
    case "capture":
      knock(audio, now, 1.25);
      knock(audio, now + 0.055, 0.8);
      break;
    case "check":
      knock(audio, now, 1);
      tone(audio, now + 0.03, 784, 0.16);
      break;
    case "low":
      tone(audio, now, 880, 0.12);
      tone(audio, now + 0.16, 880, 0.12);
      break;
    case "end":
      tone(audio, now, 523, 0.5);
      tone(audio, now + 0.12, 659, 0.5);
      tone(audio, now + 0.24, 784, 0.7);
      break;
  }
}

/** Wood on wood: a short burst of noise through a band, over a low thump. */
function knock(audio: AudioContext, at: number, pitch: number): void {
  const length = Math.round(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 6;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1400 * pitch, Q: 1.2 });
  noise.connect(band).connect(fade(audio, at, 0.5, 0.06));
  noise.start(at);
  const thump = new OscillatorNode(audio, { type: "sine", frequency: 170 * pitch });
  thump.connect(fade(audio, at, 0.35, 0.08));
  thump.start(at);
  thump.stop(at + 0.1);
}

function tone(audio: AudioContext, at: number, frequency: number, seconds: number): void {
  const voice = new OscillatorNode(audio, { type: "triangle", frequency });
  voice.connect(fade(audio, at, 0.14, seconds));
  voice.start(at);
  voice.stop(at + seconds + 0.05);
}

function fade(audio: AudioContext, at: number, volume: number, seconds: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume * loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** Plays the sounds of moves while the page is open. Returns a function that stops it. */
export function soundsOf(model: GameModel): () => void {
  let last: { readonly ply: number; readonly over: boolean } | null = null;
  return effect(() => {
    if (!model.live.value) return;
    const { game, play: part } = model.live.value;
    const before = last;
    last = { ply: game.history.length, over: game.result !== null };
    if (before === null || soundVolume.peek() === 0) return;
    if (last.over && !before.over) playSound("end", soundVolume.peek());
    else if (last.ply > before.ply) playSound(part.soundOf(game.history.at(-1)?.text ?? ""), soundVolume.peek());
  });
}
