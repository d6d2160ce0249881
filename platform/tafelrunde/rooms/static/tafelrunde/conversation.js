// The page of a conversation: what is said while it is open comes by the lobby's socket; only what belongs to it stays.
import { apply, byId, prefer, steady } from "./fragments.js";
import { open } from "./socket.js";
import { begin, sawWhispers } from "./whispers.js";

const log = byId("log"), { with: other } = log.dataset;

function keepOurs() {
  for (const line of log.querySelectorAll(".line")) {
    const { from, to } = line.dataset;
    if (from ? !other || (from !== other && to !== other) : !line.querySelector("time")) line.remove();
  }
}

const bottom = () => { log.parentElement.scrollTop = log.parentElement.scrollHeight; };

bottom();
begin();
open({
  html: (html) => steady(() => { apply(html, { after: keepOurs }); sawWhispers(); }),   // what stands there stays: it has its time
  json(message) {
    if (message.type === "preferences") prefer(message.values);
  },
});
