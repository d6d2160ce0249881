// The page of the lobby: rooms as they change, and whispers.
import { apply, byId, prefer, steady } from "./fragments.js";
import { answered, go, watchLine } from "./line.js";
import { notice, open } from "./socket.js";

watchLine();
open({
  html: (html, whole) => steady(() => apply(html, { whole })),
  json(message) {
    if (message.type === "gone") steady(() => byId(message.id)?.remove());
    if (message.type === "ok") answered(message.ref, false);
    if (message.type === "refusal") { notice(message.text); answered(message.ref, true); }
    if (message.type === "go") go(message.address);
    if (message.type === "preferences") prefer(message.values);
  },
});
