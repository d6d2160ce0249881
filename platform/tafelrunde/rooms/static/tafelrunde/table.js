// The page of a room: what comes in goes to the fragments, what is clicked goes out.
import { countDown, setClock } from "./countdown.js";
import { apply, byId, likes, newer, prefer, steady } from "./fragments.js";
import { measure } from "./flights.js";
import { answered, go, say, watchLine } from "./line.js";
import { legal, paint, playAsked, press, takeBack, unsend } from "./moves.js";
import { notice, open, send } from "./socket.js";
import { begin, sawWhispers } from "./whispers.js";

const { game } = byId("board").dataset;                          // whose sheet the page has
let mine = true;                                                 // whose page begins in their turn hears nothing

const hear = {
  html: (html, whole) => steady(() => { apply(html, { whole, before: measure, after: drawn }); if (whole) begin(); else sawWhispers(); }),
  json(message) {
    if (message.type === "ok") answered(message.ref, false);
    if (message.type === "refusal") { notice(message.text); answered(message.ref, true, message.hint); unsend(message.ref); }
    if (message.type === "preferences") { prefer(message.values); paint(); }
    if (message.type === "go") go(message.address);
    if (message.type === "tick") { setClock(message.now); countDown(); }
    if (message.type === "tick" && behind(message)) send({ type: "sync" });
  },
  lost: unsend,
};

/** What the browser knows, laid over what the server has drawn, and a sound when it has become one's turn. */
async function drawn() {
  if (byId("board").dataset.game !== game) location.reload();
  paint();
  countDown();
  for (const line of document.querySelectorAll("[data-aloud]")) { notice(line.textContent); line.removeAttribute("data-aloud"); }
  const before = mine;
  mine = legal().length > 0;
  if (mine && !before && likes("sounds")) (await import("./sounds.js")).chime();
}

/** A tick tells the match's version, for a browser as `v`: whether this page has missed something. */
function behind({ version, v }) {
  const shown = byId("board").dataset.v ?? "0.0";
  return v ? newer(v, shown) : version > Number(shown.split(".")[1]);
}

/** Browsers let a page write to the clipboard where it came safely; elsewhere the button stays hidden. */
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
async function copy({ copy: id, done }) {
  await navigator.clipboard.writeText(byId(id).textContent);
  notice(done);
}

let clicked;                                                     // what the click before was on
document.addEventListener("click", ({ target, detail }) => {
  const before = clicked, button = target.closest("button");
  clicked = button?.id || target;
  if (detail > 1 && button && clicked !== before) return;        // the second half of a double click, on what has come there meanwhile
  if (press(target, detail > 1)) return;
  if (button?.matches("[data-copy]")) { copy(button.dataset); return; }
  if (button?.matches("[data-say]")) say(button.dataset.say);
});
document.addEventListener("toggle", ({ target }) => { if (target.open && target.matches(".end")) target.scrollIntoView({ block: "nearest" }); }, true);
document.addEventListener("change", ({ target }) => {
  if (!target.matches("select[data-option]")) return;
  const { option, value } = target.dataset;
  if (target.value !== value) say(`${option} ${target.value}`);
  target.value = value;                                          // what holds is what the server says
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") takeBack();
  if (event.key === "Enter" && playAsked(event.target)) event.preventDefault();
});

watchLine();
begin();
drawn();
for (const log of document.querySelectorAll("[role=log]")) log.scrollTop = log.scrollHeight;
open(hear);
