// Caches the shell, so that the app opens without a network. vite.config.ts prepends `version` and `files`. Answers
// of the API are never cached: they belong to an account, and they become stale.
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
    event.respondWith(fetch(event.request).catch(async () => (await caches.match('/')) ?? Response.error()));
    return;
  }
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
