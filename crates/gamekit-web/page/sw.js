// The service worker: the page works offline after its first visit.

const VERSION = 'gamekit-/* version */';
const FILES = [/* files */];
const DATA = ['data/reversi.weights', 'data/reversi.book'];

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(['./', ...FILES].map((file) => new Request(file, { cache: 'reload' })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('gamekit-') && name !== VERSION) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    const response = await fetch(request);
    if (response.ok && DATA.some((file) => request.url.endsWith(file))) cache.put(request, response.clone());
    return response;
  })());
});

// The page asks for the data files when it is idle, so that the analysis works offline, too.
self.addEventListener('message', (event) => {
  if (event.data !== 'cache-data') return;
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    for (const file of DATA) {
      if (!await cache.match(file)) await cache.add(file);
    }
    for (const client of await self.clients.matchAll()) client.postMessage('offline-ready');
  })());
});
