/** What has to be known before work starts, over today's list. */
import type { Status } from '../../../client-sdk/sync/status.ts';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { isTooSilent, silentDays, tooSilent } from '../base/status.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { dues } from '../frame/due-chip.tsx';
import { oldOnes, type Work } from './work.ts';

/** From a day without the server on. @param now ms since 1970, by the tablet, which measures how long the server was silent */
export function Silence({ status, now }: { readonly status: Status; readonly now: number }) {
  const words = useWords();
  const days = silentDays(status, now);
  if (days === 0 || status.lastSyncAt === null) return null;
  if (isTooSilent(status, now, replica().settings)) return <Banner tone="stop">{tooSilent(status, now, words)}</Banner>;
  const ahead = status.clockOffsetMs ?? 0;
  return <Banner tone="care">{words.silentSince(moment(Date.parse(status.lastSyncAt) - ahead, now - ahead))}</Banner>;
}

export function Stale({ work }: { readonly work: readonly Work[] }) {
  const words = useWords();
  return work
    .filter((each) => oldOnes(each) > 0)
    .map(({ version, crew }) => {
      const names = crew.filter(({ briefed }) => briefed === 'old').map(({ name }) => name);
      return (
        <Banner href={`/changed/${version.document_id}`} key={version.id} tone="stop">
          <b>{names.length === 1 ? words.stale(names[0] ?? '') : words.staleMany(names.length)}</b> {words.briefAgain}
        </Banner>
      );
    });
}

/** The office asked to brief the version in force again, and nobody has signed since. */
export function AskedAgain({ work }: { readonly work: readonly Work[] }) {
  const words = useWords();
  return work
    .filter(({ isAskedAgain }) => isAskedAgain)
    .map(({ version, title, asked }) => (
      <Banner href={`/d/${version.document_id}/brief`} key={version.id} tone="care">
        <b>{words.askedAgain(asked?.by.name ?? '', title)}</b> {asked?.reason}
      </Banner>
    ));
}

/** What of the permits is due, or over. */
export function Dues() {
  const words = useWords();
  return useSignal(dues).map(({ permit, type, what, at }) => (
    <Banner href={`/permits/${permit}`} key={permit} tone={what === 'over' ? 'stop' : 'care'}>
      {words.due[what](words.permitTypes[type] ?? type, moment(at))}
      {what === 'over' && `. ${words.makeSafe}`}
    </Banner>
  ));
}
