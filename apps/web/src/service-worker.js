// Caches the shell, so that the app opens without a network. vite.config.ts prepends `version` and `files`. Answers
// of the API are never cached: they belong to an account, and they become stale. Shows what is pushed to this browser.
const cacheName = `jarvis-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (/^\/(?:api|trpc|calendar)\//.test(url.pathname)) return;
  if (event.request.mode === 'navigate') {
    // Network first, so that a new version appears at once; the cached shell without a network.
    event.respondWith(
      fetch(event.request)
        .catch(() => Response.error())
        .then(async (answer) => (isAway(answer) ? ((await caches.match('/')) ?? answer) : answer)),
    );
    return;
  }
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

/** No answer, or that of a proxy which reaches no service, as during a restart: the service names its own requests. */
const isAway = ({ type, status, headers }) =>
  type === 'error' || ([502, 503, 504].includes(status) && !headers.has('X-Request-Id'));

self.addEventListener('push', (event) => {
  // Always shown: a browser ends a subscription whose messages show nothing.
  event.waitUntil(show(event.data?.json() ?? {}));
});

/** A second notification with the same tag replaces the first. */
function show({ title = 'Jarvis', body = '', tag = '', actions = [], ...data }) {
  const shown = actions.map(([action, label]) => ({ action, title: label }));
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    actions: shown,
    data,
  });
}

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(
    act(action, notification.data ?? {}).then((isDone) => (isDone ? undefined : openPage(notification.data))),
  );
});

/** Carries out a button's action, with the session of this browser. False: signed out, or nothing to do. */
async function act(action, { id, taskId, reminderId }) {
  const done =
    action === 'done'
      ? await change(`/api/tasks/${taskId}`, { status: 'done' })
      : action === 'later' && (await change(`/api/reminders/${reminderId}`, { snooze: '1h' }));
  if (done) await change(`/api/notifications/${id}`, { read: true });
  return done;
}

const change = (path, body) =>
  fetch(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * The conversation with a result, Schedules for a failed one, or Today, which lists all notifications. A window that
 * shows the page comes to the front.
 */
async function openPage(data) {
  const others = data?.scheduleId ? `/schedules?schedule=${data.scheduleId}` : '/today';
  const page = data?.conversationId ? `/c/${data.conversationId}` : others;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url.startsWith(self.location.origin + page));
  return open ? open.focus() : self.clients.openWindow(page);
}
