/**
 * Follower: keeps exports in step with the feed (contract, Exports, EX54 to EX60). Of each document with exports it notes which files are
 * old, and has those made again that are to be current always, once the document is quiet. It keeps nothing: at its start it looks at all
 * of them, later at those that a change concerns, or whose time has come.
 */
import type { Log } from '../base/log.ts';
import { listFeedEnds } from '../store/records/feed.ts';
import { changedDocumentsWithExports, documentsWithExports, hasExports } from '../store/records/followed-exports.ts';
import { documentsNamingChanged } from '../store/records/naming.ts';
import { documentsOfVersionsChangedAt } from '../store/records/places-of-versions.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';
import { followDocument, type StandingContext } from './standing/follow.ts';

/** As long as a tablet may not know that a file is old. */
const everyMs = 1_000;
const retryMs = 60_000;

/** How far an organisation has been followed. */
interface Place {
  readonly seq: number;
  /** Of its name, details and settings, which files print too. */
  readonly revision: number;
}

export interface StandingExportsContext extends StandingContext {
  readonly log: Log;
  /** Null = only when it is run. Default: one second. */
  readonly everyMs?: number | null | undefined;
}

export function openStandingExports(context: StandingExportsContext): PollLoop {
  const { log, commitContext } = context;
  const { store, now } = commitContext;
  const places = new Map<string, Place>();
  /** Organisation → document → when to look at it, ms since 1970. */
  const dueById = new Map<string, Map<string, number>>();

  async function round(isClosed: () => boolean): Promise<number> {
    let done = 0;
    for (const { org_id: organisation, seq, revision } of await listFeedEnds(store.db)) {
      const due = dueById.get(organisation) ?? new Map<string, number>();
      dueById.set(organisation, due);
      for (const id of await changedSince(organisation, { seq, revision })) due.set(id, 0);
      for (const [document, at] of due) {
        if (isClosed()) return done;
        if (at <= now()) done += await lookAt(organisation, document, due);
      }
    }
    return done;
  }

  async function changedSince(organisation: string, end: Place): Promise<string[]> {
    const from = places.get(organisation);
    if (from?.seq === end.seq && from.revision === end.revision) return [];
    if ((await hasExports(store.db, organisation)).length === 0) {
      places.set(organisation, end);
      return [];
    }
    const found =
      from?.revision === end.revision
        ? [
            ...(await changedDocumentsWithExports(store.db, organisation, from.seq)),
            ...(await documentsNamingChanged(store.db, organisation, from.seq)),
            ...(await documentsOfVersionsChangedAt(store.db, organisation, from.seq)),
          ]
        : await documentsWithExports(store.db, organisation);
    places.set(organisation, end);
    return found.flatMap(({ id }) => id ?? []);
  }

  /** A document that fails holds up no other. */
  async function lookAt(organisation: string, document: string, due: Map<string, number>): Promise<number> {
    try {
      const { commands, at } = await followDocument(context, organisation, document);
      if (at === null) due.delete(document);
      else due.set(document, at);
      return commands.length;
    } catch (error) {
      due.set(document, now() + retryMs);
      log.error({ err: error, document }, 'the exports of a document could not be looked after');
      return 0;
    }
  }

  return openPollLoop({
    round,
    everyMs: context.everyMs === undefined ? everyMs : context.everyMs,
    failed: (error) => log.error({ err: error }, 'the standing exports could not be looked after'),
  });
}
