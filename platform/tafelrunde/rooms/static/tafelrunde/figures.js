// The moderators' page of figures: laid over whenever the server sends new ones.
import { apply, prefer, steady } from "./fragments.js";
import { notice, open } from "./socket.js";
import { writeTimes } from "./times.js";

open({
  html: (html, whole) => steady(() => apply(html, { whole, after: writeTimes })),
  json(message) {
    if (message.type === "refusal") notice(message.text);
    if (message.type === "preferences") prefer(message.values);
  },
});
