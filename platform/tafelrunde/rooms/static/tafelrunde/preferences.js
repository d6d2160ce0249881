// The page of preferences: a sound is heard as loud as it is chosen, and the browser is asked when notifications are.
import { ask, offer } from "./alerts.js";
import { sound } from "./calling.js";
import { byId } from "./fragments.js";

const chosen = document.documentElement.dataset;
byId("id_my-sounds").addEventListener("change", ({ target }) => { chosen.sounds = target.value; sound("turn"); });
byId("id_my-alerts").addEventListener("change", ({ target }) => { chosen.alerts = target.value; ask(); });
offer();
