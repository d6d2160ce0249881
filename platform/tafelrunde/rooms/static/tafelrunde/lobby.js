// The page of the lobby: rooms as they change.
import { apply, byId } from "./fragments.js";
import { prefer } from "./preferences.js";
import { open } from "./socket.js";

open({
  html: (html, whole) => apply(html, { whole }),
  json({ type, id, values }) {
    if (type === "gone") byId(id)?.remove();
    if (type === "preferences") prefer(values);
  },
});
