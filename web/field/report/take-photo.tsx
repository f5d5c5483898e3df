/** Opens the camera and keeps the photo on the tablet; one that fails never blocks the text. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { signal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { reportWords } from '../words/en-report.ts';
import { shrunk } from '../base/camera.ts';
import { takenAt } from './exif-time.ts';

/** How many photos are being made small and stored; what they belong to is not sent meanwhile. */
export const photosUnderWay = signal(0);

export function TakePhoto({
  site,
  onTaken,
  name,
  look = 'act',
}: {
  readonly site: string;
  /** `id` = of the photo, which is stored; `sha256` = of its file. Rejects if it cannot be added to what it belongs to. */
  readonly onTaken: (id: string, sha256: string | null) => unknown;
  /** What it shows, in the list of what waits. */
  readonly name: string;
  readonly look?: 'act' | 'line';
}) {
  const words = useWords(reportWords);
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'open' | 'saving' | 'kept' | 'failed'>('open');
  const take = async (file: Blob | undefined): Promise<void> => {
    if (!file) return;
    setState('saving');
    photosUnderWay.set(photosUnderWay.value + 1);
    try {
      const [bytes, taken_at] = await Promise.all([shrunk(file), takenAt(file)]);
      const id = await replica().addPhoto({ site_id: site, bytes, file_name: `${name}.jpg`, taken_at });
      const stored = replica().photos.list();
      await onTaken(id, stored.find((photo) => photo.id === id)?.sha256 ?? null);
      setState('kept');
    } catch {
      setState('failed');
    } finally {
      photosUnderWay.set(photosUnderWay.value - 1);
    }
  };
  return (
    <div class="stack">
      <input
        accept="image/*"
        aria-label={words.takePhoto}
        capture="environment"
        class="unseen"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      {state === 'kept' && <Banner tone="safe">{words.photoKept}</Banner>}
      {state === 'failed' && <Banner tone="care">{words.photoFailed}</Banner>}
      <Button busy={state === 'saving'} icon="camera" look={look} onClick={() => input.current?.click()} wide>
        {state === 'open' || state === 'saving' ? words.takePhoto : words.again}
      </Button>
    </div>
  );
}
