/**
 * The service worker: keeps the files of one build, and opens the app with them when there is no server. It never touches data. A new
 * build waits until every window of the old one is closed, so that nothing changes under a signature.
 */
declare const KEPT_FILES: string[];
declare const CACHE_NAME: string;

/** The part of the worker's scope that is used; TypeScript's own types of it exclude those of a page. */
interface Scope {
  addEventListener(type: string, listen: (event: WorkerEvent) => void): void;
  readonly clients: { claim(): Promise<void> };
}
interface WorkerEvent {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE_NAME).then((cache) => cache.addAll(KEPT_FILES)));
});

scope.addEventListener('activate', (event) => {
  const dropOld = async (): Promise<void> => {
    for (const name of await caches.keys())
      if (name.startsWith('field-') && name !== CACHE_NAME) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(dropOld());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.mode === 'navigate' ? '/field' : new URL(request.url).pathname;
  if (request.method !== 'GET' || !KEPT_FILES.includes(path)) return;
  event.respondWith(
    caches
      .open(CACHE_NAME)
      .then((cache) => cache.match(path))
      .then((kept) => kept ?? fetch(request)),
  );
});
