/** The alarm of the permits: it sounds once for each thing that comes due, whichever screen is shown, and the header names it. */
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { checkDueAt, demandedMinutes, watchDoneAt } from '../../../../shared/resources/permit/limits.ts';
import { serverTime } from '../../base/clock.ts';
import { replica } from '../../base/device.ts';
import { alarm } from '../../base/feedback.ts';
import { dues, type Due } from '../../frame/due-chip.tsx';
import { warnMs } from './urgency.ts';

type Permit = Shown<'permit'>;

const minuteMs = 60_000;
const everyMs = 5000;
const urgency: readonly Due['what'][] = ['over', 'ends', 'watch', 'check'];

/** What sounded in this tab. */
const told = new Set<string>();

/** Watches the permits of a site until what it returns is called. */
export function watchDues(site: string): () => void {
  let permits: readonly Permit[] = [];
  const look = (): void => {
    const now = serverTime();
    const found = permits.flatMap((permit) => dueOf(permit, now) ?? []).toSorted(byUrgency);
    if (JSON.stringify(found) !== JSON.stringify(dues.value)) dues.set(found);
    const news = found.map(({ permit, what, at }) => `${permit} ${what} ${at}`).filter((each) => !told.has(each));
    // Before somebody has touched the page, a browser lets nothing sound or buzz.
    if (news.length === 0 || !navigator.userActivation.hasBeenActive) return;
    for (const each of news) told.add(each);
    alarm();
  };
  const subscription = replica()
    .permits.watch({ site_id: site })
    .subscribe((all) => {
      permits = all;
      look();
    });
  const timer = setInterval(look, everyMs);
  return () => {
    subscription.unsubscribe();
    clearInterval(timer);
    dues.set([]);
  };
}

/** @param now ms since 1970, by the clock of the server */
export function dueOf(permit: Permit, now: number): Due | null {
  const { id, permit_type: type, state, valid_to: end } = permit;
  const due = (what: Due['what'], at: number): Due => ({ permit: id, type, what, at });
  if (end && ['open', 'suspended', 'expired'].includes(state)) {
    const at = Date.parse(end);
    return now >= at ? due('over', at) : now >= at - warnMs ? due('ends', at) : null;
  }
  const { settings } = replica();
  const done = Date.parse(permit.work_complete_at ?? '');
  if (state !== 'work_complete' || Number.isNaN(done)) return null;
  const watchDone = watchDoneAt(permit, settings);
  if (watchDone !== null) return now >= watchDone ? due('watch', watchDone) : null;
  const demanded = demandedMinutes(permit, settings);
  // Its page asks for the watch first.
  if ((permit.fire_watch?.observed_minutes ?? 0) < demanded.watch) return null;
  const isFinal = (permit.final_check?.minutes_after_work ?? 0) >= demanded.check;
  const at = Math.min(checkDueAt(permit, settings) ?? Infinity, isFinal ? Infinity : done + demanded.check * minuteMs);
  return now >= at ? due('check', at) : null;
}

function byUrgency(a: Due, b: Due): number {
  return urgency.indexOf(a.what) - urgency.indexOf(b.what) || a.at - b.at;
}
