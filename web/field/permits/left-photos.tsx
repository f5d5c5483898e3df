/** Photos that were taken at a fire watch which ended without them, as where the office ended it: another watch takes them, or none. */
import { useEffect } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { SureButton } from '../frame/sure-button.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Permit } from './asked.ts';
import { useRecord } from './use-record.tsx';
import { forgetPhotos, isOf, leaveOutPhotos, takeOver, watchOf, watchPhotos } from './watch-photos.ts';

/** `permit` is absent where it is not on the tablet any more. */
export function LeftPhotos({ id, permit }: { readonly id: string; readonly permit?: Permit }) {
  const words = useWords(permitWords);
  const all = useSignal(watchPhotos);
  const { record, refusal } = useRecord();
  useEffect(() => void watchPhotos.read().catch(() => undefined), []);
  const now = permit ? watchOf(permit) : null;
  const over = all.filter((each) => each.permit === id && !(now && isOf(each, now)) && (permit || !each.isGiven));
  const photos = over.flatMap((each) => each.photos);
  const recorded = photos.filter((photo) => permit?.fire_watch?.photo_ids?.includes(photo));
  const left = photos.filter((photo) => !recorded.includes(photo));
  const isSent = permit?.unsent === false;
  useEffect(() => {
    if (isSent && recorded.length > 0) void forgetPhotos(recorded).catch(() => undefined);
  }, [recorded.length, isSent]);
  if (left.length === 0) return null;
  return (
    <section class="card pad stack">
      <Banner icon="camera" tone="care">
        {permit?.fire_watch ? words.photosLeft(left.length) : words.photosTaken(left.length)}
      </Banner>
      {now && (
        <Button icon="camera" onClick={() => record(takeOver(now, left))} wide>
          {words.takeOverPhotos}
        </Button>
      )}
      <SureButton
        label={words.leaveOutPhotos}
        onSure={() => record(leaveOutPhotos(left))}
        question={words.leaveOutSure}
        wide
      />
      {refusal}
    </section>
  );
}
