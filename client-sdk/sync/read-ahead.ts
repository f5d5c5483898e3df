/** Pages of the feed, prefetched by one: each is requested while the one before is in flight or being stored. */
import type { Page, SyncTransport } from './sync-transport.ts';

interface RequestedPage {
  readonly page: Promise<Page>;
  /** Cursor of the following page, as soon as it is known; null if there is none. */
  readonly next: Promise<string | null>;
}

/** Up to the end of the feed. `request` = members of every request beside the cursor; `first` = of the first request only. */
export async function* pagesFrom(
  transport: SyncTransport,
  cursor: string | null,
  request: object,
  first: object = {},
): AsyncGenerator<Page, void, void> {
  for (let requested = ask(transport, { ...request, ...first, cursor }); ;) {
    const ahead = requested.next.then(
      (next) => next && { next, requested: ask(transport, { ...request, cursor: next }) },
    );
    const page = await requested.page;
    yield page;
    if (!page.more) return;
    const known = await ahead;
    // The cursor in the page itself is authoritative.
    requested =
      known && known.next === page.cursor ? known.requested : ask(transport, { ...request, cursor: page.cursor });
  }
}

function ask(transport: SyncTransport, request: object): RequestedPage {
  const { promise: next, resolve } = Promise.withResolvers<string | null>();
  const page = transport.pull(request, { onHead: resolve });
  // If the headers do not name it, the page does. Errors are reported to the caller that awaits the page.
  page.then(
    ({ more, cursor }) => resolve(more ? cursor : null),
    () => resolve(null),
  );
  return { page, next };
}
