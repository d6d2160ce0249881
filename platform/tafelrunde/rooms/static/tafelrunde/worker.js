// Shows notifications where only a worker may, and nothing else: it keeps no page and answers no request.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event, { tag } = notification;       // the path of the page that has shown it
  notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => {
    const page = pages.find(({ url }) => new URL(url).pathname === tag);
    return page ? page.focus() : self.clients.openWindow(tag);
  }));
});
