/** What was begun on a tablet at a site goes on after the office has archived the site; nothing else begins there. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { useServerTime } from '../base/clock.ts';
import { useSessions } from '../base/session.ts';
import { useSignal } from '../base/signal.ts';
import { isArchived } from '../base/site.ts';
import { underWay } from '../base/talk.ts';
import { begunPermits } from '../permits/kept-request.ts';
import { checksToday } from '../powra/begun.ts';

export interface UnderWay {
  readonly site: Shown<'site'>;
  /** Ids of their documents. */
  readonly briefings: readonly string[];
  /** Ids of the documents that they are for. */
  readonly checks: readonly string[];
  /** How many were written and not asked for. */
  readonly permits: number;
}

/** Null where the site is not archived, undefined while it is read. */
export function useUnderWay(site: Shown<'site'> | undefined): UnderWay | null | undefined {
  const now = useServerTime();
  const sessions = useSessions();
  const begun = Object.values(useSignal(begunPermits));
  const [checks, setChecks] = useState<readonly string[]>();
  const archived = site && isArchived(site) ? site : undefined;
  useEffect(() => {
    if (archived) void Promise.all([checksToday(now), begunPermits.read()]).then(([found]) => setChecks(found));
  }, [archived?.id]);
  if (!archived) return null;
  const briefings = Object.keys(sessions).filter((document) => underWay(sessions[document], now));
  const permits = begun.filter((permit) => permit.site === archived.id).length;
  return checks && { site: archived, briefings, checks, permits };
}

/** Of the screen at this place. What happened there is reported still. */
export function beginsWork(place: readonly string[], { briefings, checks, permits }: UnderWay): boolean {
  const [room = '', id = '', part = ''] = place;
  if (room === 'd' && part === 'brief') return !briefings.includes(id);
  if (room === 'powra') return !checks.includes(id);
  if (room === 'permits' && id === 'new') return permits === 0;
  return room === '' || room === 'brief';
}
