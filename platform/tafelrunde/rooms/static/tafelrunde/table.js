// The page of a room: what comes in goes to the fragments, what is clicked goes out.
import { happened, offer, turn } from "./calling.js";
import { apply, byId, newer, prefer, steady } from "./fragments.js";
import { measure } from "./flights.js";
import { answered, go, say, watchLine } from "./line.js";
import { legal, paint, playAsked, press, takeBack, unsend } from "./moves.js";
import { notice, open, send } from "./socket.js";
import { begin, sawWhispers } from "./whispers.js";

const { game } = byId("board").dataset;                          // whose sheet the page has
let ply, counting = false;                                       // how far it is shown; has there been a clock?

const hear = {
  html: (html, whole) => steady(() => { apply(html, { whole, before: measure, after: () => drawn(whole) }); if (whole) begin(); else sawWhispers(); }),
  json(message) {
    if (message.type === "ok") answered(message.ref, false);
    if (message.type === "refusal") { notice(message.text); answered(message.ref, true, message.hint); unsend(message.ref); }
    if (message.type === "preferences") { prefer(message.values); paint(); offer(); }
    if (message.type === "go") go(message.address);
    if (message.type === "tick") clocks(message.now);
    if (message.type === "tick" && behind(message)) send({ type: "sync" });
  },
  lost: unsend,
  since: () => ({
    match: byId("mine")?.dataset.match ?? 0,
    version: shown().split(".")[1],
    line: Math.max(0, ...[...document.querySelectorAll("#log > [id]")].map(({ id }) => Number(id.replace("line-", "")))),
  }),
};

const shown = () => byId("board").dataset.v ?? "0.0";

/** What the browser knows, laid over what the server has drawn; and who should look is called. */
function drawn(whole) {
  if (byId("board").dataset.game !== game) location.reload();
  paint();
  clocks();
  for (const line of document.querySelectorAll("[data-aloud]")) { notice(line.textContent); line.removeAttribute("data-aloud"); }
  const mine = legal().length > 0, before = ply;
  ply = byId("mine")?.dataset.ply;
  turn(mine);
  if (!whole && !mine && ply !== before) happened();
}

/** Only where there are clocks is there something to count. */
async function clocks(now) {
  counting ||= document.querySelector(".clock") !== null;
  if (!counting) return;
  const { countDown, setClock } = await import("./countdown.js");
  if (now) setClock(now);
  countDown();
}

/** A tick tells the match's version, for a browser as `v`: whether this page has missed something. */
function behind({ version, v }) {
  return v ? newer(v, shown()) : version > Number(shown().split(".")[1]);
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
drawn(true);
offer();
for (const log of document.querySelectorAll("[role=log]")) log.scrollTop = log.scrollHeight;
open(hear);
