/** The pages of the feed, one after another: each is asked for while the one before is on its way or being stored, and no more than that. */
import type { Page, SyncTransport } from './sync-transport.ts';

/** A page that was asked for. */
interface Coming {
  readonly page: Promise<Page>;
  /** Where the one behind it begins, as soon as that is known; null where none follows. */
  readonly next: Promise<string | null>;
}

/** Up to the end of the feed. `request` = what is asked of every page beside its place; `first` = what only the first is asked. */
export async function* pagesFrom(
  transport: SyncTransport,
  cursor: string | null,
  request: object,
  first: object = {},
): AsyncGenerator<Page, void, void> {
  for (let coming = ask(transport, { ...request, ...first, cursor }); ;) {
    const ahead = coming.next.then(
      (place) => place && { place, coming: ask(transport, { ...request, cursor: place }) },
    );
    const page = await coming.page;
    yield page;
    if (!page.more) return;
    const known = await ahead;
    // The page itself has the last word.
    coming = known && known.place === page.cursor ? known.coming : ask(transport, { ...request, cursor: page.cursor });
  }
}

function ask(transport: SyncTransport, request: object): Coming {
  const { promise: next, resolve } = Promise.withResolvers<string | null>();
  const page = transport.pull(request, { onHead: resolve });
  // Where the head says nothing, the page does; why there is none hears who waits for it.
  page.then(
    ({ more, cursor }) => resolve(more ? cursor : null),
    () => resolve(null),
  );
  return { page, next };
}
