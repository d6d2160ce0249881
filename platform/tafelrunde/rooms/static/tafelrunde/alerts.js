// A notification of the browser, for who likes it and has allowed it. A browser is asked in a click and never else.
import { byId, likes } from "./fragments.js";

const can = () => "Notification" in window && isSecureContext;
const box = byId("allow"), words = box.querySelector("span"), button = box.querySelector("button");

/** Shows the question where it is still to be asked, and on the page of preferences that the browser has said no. */
export function offer() {
  const said = can() ? Notification.permission : "denied", { denied } = box.dataset;
  box.hidden = !likes("alerts") || said === "granted" || (said === "denied" && !denied);
  button.hidden = said === "denied";
  if (said === "denied" && denied) words.textContent = denied;
}

/** Asks the browser; in a click. */
export async function ask() {
  if (can() && Notification.permission === "default") await Notification.requestPermission();
  offer();
}

button.addEventListener("click", ask);

/** One at a time for each page: a newer one takes the place of the one before. It goes when the page is looked at. */
export async function show(title) {
  if (!can() || Notification.permission !== "granted") return;
  const { body, worker } = box.dataset, options = { body, tag: location.pathname, icon: byId("icon").href };
  let gone;
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => { window.focus(); shown.close(); };
    gone = () => shown.close();
  } catch {                                                     // on phones only a worker shows any
    const registered = await register(worker);
    await registered.showNotification(title, options);
    gone = async () => { for (const shown of await registered.getNotifications()) shown.close(); };
  }
  document.addEventListener("visibilitychange", gone, { once: true });
}

const policy = window.trustedTypes?.createPolicy("tafelrunde-worker", { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url };

async function register(worker) {
  await navigator.serviceWorker.register(policy.createScriptURL(worker));
  return navigator.serviceWorker.ready;
}
