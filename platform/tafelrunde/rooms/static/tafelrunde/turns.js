// The page of one's daily matches: the list as it changes, by the socket of the lobby.
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
