/** Says what was begun on this tablet and not given yet: permits, their steps, hazards and photos of fire watches. Nobody but this tablet knows of them. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { begunHazards } from '../document/edit/begun-hazards.ts';
import { Banner } from '../frame/banner.tsx';
import { begunSteps, permitOf } from '../permits/begun-steps.ts';
import { begunPermits } from '../permits/kept-request.ts';
import { watchPhotos } from '../permits/watch-photos.ts';
import { ChecksLeft, useChecksLeft } from '../powra/checks-left.tsx';
import { editWords } from '../words/en-edit.ts';
import { permitWords } from '../words/en-permits.ts';
import { reportWords } from '../words/en-report.ts';

const all = [begunPermits, begunSteps, begunHazards, watchPhotos] as const;

/** By the name of a form, the word of its button. */
const labels: Readonly<
  Record<
    string,
    'acceptPermit' | 'handOver' | 'handOverIssuer' | 'suspend' | 'isolate' | 'moreTime' | 'cancelPermit' | 'closeEarly'
  >
> = {
  take: 'acceptPermit',
  'hand over': 'handOver',
  'hand over issuer': 'handOverIssuer',
  suspend: 'suspend',
  isolate: 'isolate',
  'more time': 'moreTime',
  cancel: 'cancelPermit',
  'close early': 'closeEarly',
};

/** Whether there is nothing of it. */
export function useNothingBegun(): boolean {
  const counts = [begunPermits, begunSteps, begunHazards].map((each) => Object.keys(useSignal<object>(each)).length);
  const watches = useOwnWatches();
  return useChecksLeft()?.length === 0 && [...counts, watches.length].every((count) => count === 0);
}

/** Those whose photos no act has. */
function useOwnWatches() {
  return useSignal(watchPhotos).filter(({ isGiven }) => !isGiven);
}

export function BegunBanner({ isEverywhere }: { readonly isEverywhere?: boolean }) {
  const words = useWords(permitWords);
  const { addHazard } = useWords(editWords);
  const { begun } = useWords(reportWords);
  const steps = Object.entries(useSignal(begunSteps));
  const hazards = Object.entries(useSignal(begunHazards));
  const watches = useOwnWatches();
  const permits = Object.keys(useSignal(begunPermits)).length;
  useEffect(() => void Promise.all(all.map((each) => each.read())), []);
  return (
    <>
      <ChecksLeft isEverywhere={isEverywhere ?? false} />
      {permits > 0 && (
        <Banner href="/permits/new" tone="care">
          {words.askPermit}: {words.notAskedYet}
        </Banner>
      )}
      {steps.map(([key, { name }]) => (
        <Banner href={`/permits/${permitOf(key)}`} key={key} tone="care">
          {words[labels[name] ?? 'askPermit']}: {begun}
        </Banner>
      ))}
      {hazards.map(([document, name]) => (
        <Banner href={`/d/${document}/edit/new/hazard`} key={document} tone="care">
          {addHazard}: {name}
        </Banner>
      ))}
      {watches.map(({ permit, startedAt, photos }) => (
        <Banner href={`/permits/${permit}`} key={`${permit} ${startedAt}`} tone="care">
          {words.photosTaken(photos.length)}: {begun}
        </Banner>
      ))}
    </>
  );
}
