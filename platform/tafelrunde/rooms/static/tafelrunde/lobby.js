// The page of the lobby: rooms as they change, and whispers.
import { apply, byId, prefer, steady } from "./fragments.js";
import { answered, go, say, watchLine } from "./line.js";
import { notice, open } from "./socket.js";
import { writeTimes } from "./times.js";
import { begin, sawWhispers } from "./whispers.js";

watchLine();
begin();
document.addEventListener("click", ({ target }) => { const button = target.closest("button[data-say]"); if (button) say(button.dataset.say); });

/** What comes with the first frame has been said before: it is found in its conversation. */
function heard(whole) {
  if (whole) begin(); else sawWhispers();
}

open({
  html: (html, whole) => steady(() => { apply(html, { whole, after: writeTimes }); heard(whole); }),
  json(message) {
    if (message.type === "gone") steady(() => byId(message.id)?.remove());
    if (message.type === "ok") answered(message.ref, false);
    if (message.type === "refusal") { notice(message.text); answered(message.ref, true, message.hint); }
    if (message.type === "go") go(message.address);
    if (message.type === "preferences") prefer(message.values);
  },
});
