/** The fire watch of hot work: who keeps it, how long is left, and photos of the place. Only the time after the end of the work counts. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { remaining } from '../../ui/words/remaining.ts';
import {
  demandedChecks,
  demandedMinutes,
  mostActPhotos,
  watchDoneAt,
} from '../../../shared/resources/permit/limits.ts';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { photosUnderWay, TakePhoto } from '../report/take-photo.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Permit } from './asked.ts';
import { AskChecker, ClosingChecks } from './closing-checks.tsx';
import { useRecord } from './use-record.tsx';
import { endWatch, givePhoto, photosOf, watchOf, watchPhotos } from './watch-photos.ts';
import { holderOf } from './who.ts';

export function FireWatch({ permit, now }: { readonly permit: Permit; readonly now: number }) {
  const words = useWords(permitWords);
  const { settings } = replica();
  const demanded = demandedMinutes(permit, settings);
  const [form, setForm] = useState<'watch' | 'check' | null>(null);
  const { state, fire_watch: watch, work_complete_at: end } = permit;
  const checks = demandedChecks(permit, settings);
  const isUnderWay = Boolean(watch?.started_at && !watch.ended_at);
  const doneAt = watchDoneAt(permit, settings);
  // What is begun goes on, also where the office asks for none meanwhile.
  if (form === 'watch') return <AskWatcher onDone={() => setForm(null)} permit={permit} />;
  if (form === 'check') return <AskChecker onDone={() => setForm(null)} permit={permit} />;
  if (
    (demanded.watch === 0 && checks.minutes === 0 && !isUnderWay) ||
    !['open', 'suspended', 'expired', 'work_complete'].includes(state)
  )
    return null;
  if (doneAt !== null) {
    const left = doneAt - now;
    return (
      <section class="card pad stack">
        <p class="line large">
          <Icon name="timer" size={28} />
          {left > 0 ? words.watching(remaining(left)) : words.watchDone}
        </p>
        <EndWatch isDone={left <= 0} permit={permit} />
      </section>
    );
  }
  if (isUnderWay) return null;
  if (demanded.watch === 0 || (watch?.observed_minutes ?? -1) >= demanded.watch)
    return state === 'work_complete' ? (
      <ClosingChecks now={now} onCheck={() => setForm('check')} permit={permit} />
    ) : null;
  return (
    <>
      <Banner icon="timer" tone="care">
        {watch?.ended_at && end
          ? words.watchShort(watch.observed_minutes ?? 0, demanded.watch)
          : words.afterWork(demanded.watch, demanded.check)}
        {checks.minutes > 0 && <span class="lines">{words.checksThen(checks.minutes, checks.every)}</span>}
      </Banner>
      <Button icon="eye" look={state === 'work_complete' ? 'act' : 'line'} onClick={() => setForm('watch')} wide>
        {words.startFireWatch}
      </Button>
    </>
  );
}

/** The photos are kept from the first on, and go with the end of the watch. */
function EndWatch({ permit, isDone }: { readonly permit: Permit; readonly isDone: boolean }) {
  const words = useWords(permitWords);
  const watch = watchOf(permit);
  const all = useSignal(watchPhotos);
  useEffect(() => void watchPhotos.read().catch(() => undefined), []);
  const isStoring = useSignal(photosUnderWay) > 0;
  const { record, refusal } = useRecord();
  if (!watch) return null;
  const photos = photosOf(all, watch);
  const end = (): Promise<void> => endWatch(watch, permit.fire_watch?.fire_watcher);
  return (
    <>
      {photos.length > 0 && (
        <p class="line">
          <Icon name="camera" size={26} />
          {words.photosTaken(photos.length)}
        </p>
      )}
      {permit.site_id && (
        <TakePhoto
          kept={photos}
          look="line"
          most={mostActPhotos}
          name={permitWords.fireWatchPhoto}
          onTaken={(photo, _, replaced) => givePhoto(watch, photo, replaced)}
          site={permit.site_id}
        />
      )}
      <Button busy={isStoring} icon="check" look={isDone ? 'act' : 'line'} onClick={() => record(end())} wide>
        {words.endFireWatch}
      </Button>
      {refusal}
    </>
  );
}

function AskWatcher({ permit, onDone }: { readonly permit: Permit; readonly onDone: () => void }) {
  const words = useWords(permitWords);
  const [person, setPerson] = useState<Somebody | null>(null);
  const { record, refusal } = useRecord(onDone);
  const start = async (): Promise<void> => {
    if (!person) return;
    await record(replica().permits.startFireWatch(permit.id, { fire_watcher: person, by: person }));
  };
  const holder = holderOf(permit);
  return (
    <section class="card pad stack">
      <AskPerson chosen={person} first={holder ? [holder] : []} onChoose={setPerson} question={words.whoWatches} />
      <Button disabled={!person} icon="eye" look="act" onClick={start} wide>
        {words.startFireWatch}
      </Button>
      {refusal}
      <Button onClick={onDone} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
