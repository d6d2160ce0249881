// What this person likes, as the server writes it on <html>: data-sounds, data-confirm, data-board … Changed in another tab
// or by /set, it comes as a frame.
const root = document.documentElement;

/** Whether a switch is on. */
export const likes = (name) => root.dataset[name] === "on";

/** Take these on. A page in another language is another page. */
export function prefer(values) {
  const { language } = root.dataset;
  Object.assign(root.dataset, values);
  if (values.language !== language) location.reload();
}
