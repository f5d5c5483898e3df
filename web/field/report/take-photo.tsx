/** Opens the camera and keeps the photo on the tablet; one that fails never blocks the text. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { signal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { notice } from '../frame/notice.ts';
import { photoWords } from '../words/en-photo.ts';
import { reportWords } from '../words/en-report.ts';
import { jpegOf, pictureOf } from '../base/camera.ts';
import { takenAt } from './exif-time.ts';
import { FacesChoice, HideFaces, hidesFaces } from './hide-faces.tsx';
import { storePhoto } from './replaced-photos.ts';

/** How many photos are being made small and stored; what they belong to is not sent meanwhile. */
export const photosUnderWay = signal(0);

/** `replaced` = id of the one that it replaces. Throws where more than `most` would be there, as where two tabs take them. */
export function withPhoto<Photo extends string | { readonly id: string }>(
  photos: readonly Photo[],
  photo: Photo,
  replaced: string | null,
  most: number,
): readonly Photo[] {
  const all = [...photos.filter((each) => (typeof each === 'string' ? each : each.id) !== replaced), photo];
  if (all.length > most) throw new Error(`No more than ${most} photos fit here.`);
  return all;
}

const parts = { ...reportWords, ...photoWords };

export function TakePhoto({
  site,
  kept,
  most,
  onTaken,
  name,
  look = 'act',
}: {
  readonly site: string;
  /** The ids of those that were taken before, in whichever tab. */
  readonly kept: readonly string[];
  /** How many fit. */
  readonly most: number;
  /** `id` = of the photo, which is stored; `sha256` = of its file; `replaced` = id of the one that was taken again. Rejects, or does nothing, where what it belongs to is gone. */
  readonly onTaken: (id: string, sha256: string | null, replaced: string | null) => unknown;
  /** What it shows, in the list of what waits. */
  readonly name: string;
  readonly look?: 'act' | 'line';
}) {
  const words = useWords(parts);
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<string | null>(null);
  /** The one that was taken here last, or was the last there: what another tab takes is not replaced unseen. */
  const last = useRef<string>(undefined);
  last.current ??= kept.at(-1);
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const [asked, setAsked] = useState<Parameters<typeof HideFaces>[0] | null>(null);
  const isGone = useRef(false);
  const answer = useRef<(picture: null) => void>(undefined);
  useLayoutEffect(
    () => () => {
      isGone.current = true;
      answer.current?.(null);
    },
    [],
  );
  const take = async (file: Blob | undefined): Promise<void> => {
    if (!file) return;
    setState('saving');
    photosUnderWay.set(photosUnderWay.value + 1);
    try {
      const [picture, taken_at] = await Promise.all([pictureOf(file), takenAt(file)]);
      const shown = hidesFaces.value ? await withoutFaces(picture) : picture;
      if (!shown && isGone.current) notice.set(words.photoLeft);
      if (!shown) return setState('open');
      const photo = { site_id: site, bytes: await jpegOf(shown), file_name: `${name}.jpg`, taken_at };
      await storePhoto(photo, async (id, sha256) => {
        await onTaken(id, sha256, replaced.current);
        last.current = id;
      });
      replaced.current = null;
      setState('open');
    } catch {
      setState('failed');
    } finally {
      photosUnderWay.set(photosUnderWay.value - 1);
    }
  };
  /** Null = it is not to be kept, or its screen was left. */
  const withoutFaces = async (picture: OffscreenCanvas): Promise<OffscreenCanvas | null> => {
    if (isGone.current) return null;
    const { promise, resolve: onDone } = Promise.withResolvers<OffscreenCanvas | null>();
    answer.current = onDone;
    setAsked({ picture, onDone });
    return await promise.finally(() => setAsked(null));
  };
  if (asked) return <HideFaces {...asked} />;
  const open = (again: string | null): void => {
    replaced.current = again;
    input.current?.click();
  };
  const own = kept.find((id) => id === last.current);
  const isFull = kept.length >= most;
  const hasOne = kept.length > 0 && state !== 'failed';
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
      {isFull && <Banner tone="care">{words.photosFull(most)}</Banner>}
      {hasOne && <Banner tone="safe">{words.photoKept}</Banner>}
      {state === 'failed' && <Banner tone="care">{words.photoFailed}</Banner>}
      {state === 'failed' && (
        <Button icon="camera" look={look} onClick={() => input.current?.click()} wide>
          {words.again}
        </Button>
      )}
      {state !== 'failed' && !isFull && (
        <Button busy={state === 'saving'} icon="camera" look={hasOne ? 'line' : look} onClick={() => open(null)} wide>
          {words.takePhoto}
        </Button>
      )}
      {hasOne && own !== undefined && (
        <Button busy={state === 'saving'} icon="camera" onClick={() => open(own)} wide>
          {words.again}
        </Button>
      )}
      {!isFull && <FacesChoice />}
    </div>
  );
}
