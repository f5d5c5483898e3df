/** Photos that were taken at a fire watch which ended without them, as where the office ended it: they go with another watch, or away. */
import { useEffect } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { SureButton } from '../frame/sure-button.tsx';
import { permitWords } from '../words/en-permits.ts';
import { reportWords } from '../words/en-report.ts';
import type { Permit } from './asked.ts';
import { useRecord } from './use-record.tsx';
import { forgetPhotos, takeOver, throwAwayPhotos, watchPhotos } from './watch-photos.ts';

export function LeftPhotos({ permit: { id: permit, fire_watch: watch } }: { readonly permit: Permit }) {
  const words = useWords({ ...permitWords, ...reportWords });
  const all = useSignal(watchPhotos);
  const { record, refusal } = useRecord();
  useEffect(() => void watchPhotos.read().catch(() => undefined), []);
  const startedAt = watch?.ended_at ? undefined : (watch?.started_at ?? undefined);
  const over = all.filter((each) => each.permit === permit && each.startedAt !== startedAt);
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
        {words.photosLeft(left.length)}
      </Banner>
      {startedAt !== undefined && (
        <Button icon="camera" onClick={() => record(takeOver({ permit, startedAt }, left))} wide>
          {words.takeOverPhotos}
        </Button>
      )}
      <SureButton
        label={words.throwAway}
        onSure={() => record(throwAwayPhotos(left))}
        question={words.throwAwaySure}
        wide
      />
      {refusal}
    </section>
  );
}
