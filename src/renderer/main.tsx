import { render } from "preact";
import { watchGames } from "./games.ts";
import { Page } from "./page.tsx";
import "./style.css";

watchGames();
render(<Page />, document.body);
