// What somebody has whispered counts as read when it is shown in a page that is looked at.
import { whispered } from "./calling.js";
import { byId } from "./fragments.js";
import { send } from "./socket.js";

const me = document.querySelector(".people .name bdi")?.textContent;
const told = new Set(), heard = new Set();                      // lines of which the server knows, and those that have been heard

/** Whispers that stand in the page already have come before it was looked at: they are read in their conversation. */
export function begin() {
  for (const line of shown()) { told.add(line.id); heard.add(line.id); }
}

/** Tell the server of those that have come since, one line for each who whispers: the newest. */
export function sawWhispers() {
  const fresh = shown().filter((line) => !heard.has(line.id));
  if (fresh.length) whispered();
  for (const line of fresh) heard.add(line.id);
  if (document.hidden) return;
  const newest = new Map();
  for (const line of shown()) if (!told.has(line.id)) { told.add(line.id); newest.set(line.dataset.from, line); }
  for (const line of newest.values()) send({ type: "seen", line: Number(line.id.replace("line-", "")) });
}

const shown = () => [...(byId("log")?.querySelectorAll(".line.whisper[id]") ?? [])].filter((line) => line.dataset.from !== me);
document.addEventListener("visibilitychange", sawWhispers);
