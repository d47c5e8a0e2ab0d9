// Keeps the page's files, so that it opens without a network; a new version takes the place of the old one.
const name = 'clew-VERSION';
const files = ['.', 'app.js', 'worker.js', 'icon.svg', 'clew.wasm', 'manifest.json'];

self.addEventListener('install', event => {
  self.skipWaiting();
  event.waitUntil(caches.open(name).then(cache => cache.addAll(files)));
});
self.addEventListener('activate', event => event.waitUntil(
  caches.keys().then(keys => Promise.all(keys.filter(key => key !== name).map(key => caches.delete(key))))));
self.addEventListener('fetch', event => event.respondWith(
  caches.match(event.request, {ignoreSearch: true}).then(kept => kept ?? fetch(event.request))));
