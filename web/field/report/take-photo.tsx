/** Opens the camera and keeps the photo on the tablet; one that fails never blocks the text. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { signal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { reportWords } from '../words/en-report.ts';
import { shrunk } from '../base/camera.ts';
import { takenAt } from './exif-time.ts';
import { storePhoto } from './replaced-photos.ts';

/** How many photos are being made small and stored; what they belong to is not sent meanwhile. */
export const photosUnderWay = signal(0);

/** `isAgain` = it replaces the last one. Throws where more than `most` would be there, as where two tabs take them. */
export function withPhoto<Photo>(
  photos: readonly Photo[],
  photo: Photo,
  isAgain: boolean,
  most: number,
): readonly Photo[] {
  const all = [...(isAgain ? photos.slice(0, -1) : photos), photo];
  if (all.length > most) throw new Error(`No more than ${most} photos fit here.`);
  return all;
}

export function TakePhoto({
  site,
  kept,
  most,
  onTaken,
  name,
  look = 'act',
}: {
  readonly site: string;
  /** How many were taken before; the last one can be taken again. */
  readonly kept: number;
  /** How many fit. */
  readonly most: number;
  /** `id` = of the photo, which is stored; `sha256` = of its file. Rejects, or does nothing, where what it belongs to is gone. */
  readonly onTaken: (id: string, sha256: string | null, isAgain: boolean) => unknown;
  /** What it shows, in the list of what waits. */
  readonly name: string;
  readonly look?: 'act' | 'line';
}) {
  const words = useWords(reportWords);
  const input = useRef<HTMLInputElement>(null);
  const isAgain = useRef(false);
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const take = async (file: Blob | undefined): Promise<void> => {
    if (!file) return;
    setState('saving');
    photosUnderWay.set(photosUnderWay.value + 1);
    try {
      const [bytes, taken_at] = await Promise.all([shrunk(file), takenAt(file)]);
      const photo = { site_id: site, bytes, file_name: `${name}.jpg`, taken_at };
      await storePhoto(photo, (id, sha256) => onTaken(id, sha256, isAgain.current));
      isAgain.current = false;
      setState('open');
    } catch {
      setState('failed');
    } finally {
      photosUnderWay.set(photosUnderWay.value - 1);
    }
  };
  const open = (again: boolean): void => {
    isAgain.current = again;
    input.current?.click();
  };
  const hasOne = kept > 0 && state !== 'failed';
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
      {kept >= most && <Banner tone="care">{words.photosFull(most)}</Banner>}
      {hasOne && <Banner tone="safe">{words.photoKept}</Banner>}
      {state === 'failed' && <Banner tone="care">{words.photoFailed}</Banner>}
      {state === 'failed' && (
        <Button icon="camera" look={look} onClick={() => input.current?.click()} wide>
          {words.again}
        </Button>
      )}
      {state !== 'failed' && kept < most && (
        <Button busy={state === 'saving'} icon="camera" look={hasOne ? 'line' : look} onClick={() => open(false)} wide>
          {words.takePhoto}
        </Button>
      )}
      {hasOne && (
        <Button busy={state === 'saving'} icon="camera" onClick={() => open(true)} wide>
          {words.again}
        </Button>
      )}
    </div>
  );
}
