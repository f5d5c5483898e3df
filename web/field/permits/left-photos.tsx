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
import { forgetPhotos, isOf, leaveOutPhotos, takeOver, watchPhotos } from './watch-photos.ts';

/** `permit` = its id; `watch` = its last one, absent where the permit is not on the tablet any more. */
export function LeftPhotos({ permit, watch }: { readonly permit: string; readonly watch?: Permit['fire_watch'] }) {
  const words = useWords(permitWords);
  const all = useSignal(watchPhotos);
  const { record, refusal } = useRecord();
  useEffect(() => void watchPhotos.read().catch(() => undefined), []);
  const startedAt = watch?.ended_at ? undefined : (watch?.started_at ?? undefined);
  const over = all.filter(
    (each) => each.permit === permit && !(startedAt !== undefined && isOf(each, { permit, startedAt })),
  );
  const photos = over.flatMap((each) => each.photos);
  const recorded = photos.filter((id) => watch?.photo_ids?.includes(id));
  const left = photos.filter((id) => !recorded.includes(id));
  // The tablet was killed when it had ended the watch.
  useEffect(() => {
    if (recorded.length > 0) void forgetPhotos(recorded).catch(() => undefined);
  }, [recorded.length]);
  if (left.length === 0) return null;
  return (
    <section class="card pad stack">
      <Banner icon="camera" tone="care">
        {watch ? words.photosLeft(left.length) : words.photosTaken(left.length)}
      </Banner>
      {startedAt !== undefined && (
        <Button icon="camera" onClick={() => record(takeOver({ permit, startedAt }, left))} wide>
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
