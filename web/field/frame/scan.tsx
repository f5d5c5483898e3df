/** Reads a QR code with the camera: by the browser where it can, else by a reader that is loaded for it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Banner } from './banner.tsx';

interface Reader {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface ReaderClass {
  new (options: { formats: ['qr_code'] }): Reader;
  getSupportedFormats(): Promise<readonly string[]>;
}

const everyMs = 150;

export function Scan({
  onText,
  onClose,
  words,
}: {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  readonly words: {
    /** What to hold before the camera. */
    readonly hold: string;
    /** What to do where there is none. */
    readonly noCamera: string;
    /** That the camera worked, and does no more. */
    readonly ended: string;
    /** What starts it again. */
    readonly again: string;
    /** What `onClose` does. */
    readonly close: string;
  };
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'open' | 'refused' | 'ended'>('open');
  // What is read is told to the screen as it is by then.
  const told = useRef(onText);
  told.current = onText;
  const isOpen = state === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const text = await watch(video.current, stop.signal);
      if (stop.signal.aborted) return;
      if (text === null) setState('ended');
      else told.current(text);
    };
    void read().catch(() => setState('refused'));
    return () => stop.abort();
  }, [isOpen]);
  return (
    <div class="stack">
      {isOpen ? (
        <>
          <p>{words.hold}</p>
          <video aria-label={words.hold} class="viewfinder" muted playsInline ref={video} />
        </>
      ) : (
        <Banner tone="care">{state === 'ended' ? words.ended : words.noCamera}</Banner>
      )}
      {state === 'ended' && (
        <Button icon="qr-code" look="act" onClick={() => setState('open')} wide>
          {words.again}
        </Button>
      )}
      <Button onClick={onClose} wide>
        {words.close}
      </Button>
    </div>
  );
}

/** The first text that is seen; null = the camera ended, such as by a call. Throws where there is none, or it may not be used. */
async function watch(video: HTMLVideoElement | null, stop: AbortSignal): Promise<string | null> {
  if (!video) return null;
  const media = navigator.mediaDevices as MediaDevices | undefined; // absent without https
  if (!media) throw new Error('This page may not use a camera.');
  const stream = await media.getUserMedia({ video: { facingMode: 'environment' } });
  const tracks = stream.getTracks();
  const isEnded = (): boolean => tracks.some(({ readyState }) => readyState === 'ended');
  try {
    video.srcObject = stream;
    const playing = video.play();
    playing.catch(() => undefined); // it is waited for below
    const reader = await openReader();
    while (!stop.aborted && !isEnded()) {
      // A camera that has ended never plays.
      await Promise.race([playing, rest()]);
      const [found] = video.videoWidth > 0 ? await reader.detect(video) : [];
      if (found) return found.rawValue;
      await rest();
    }
    return null;
  } catch (error) {
    if (isEnded()) return null;
    throw error;
  } finally {
    for (const track of tracks) track.stop();
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, everyMs));
}

async function openReader(): Promise<Reader> {
  const { BarcodeDetector: native } = globalThis as { readonly BarcodeDetector?: ReaderClass };
  const isAble = native && (await native.getSupportedFormats().catch((): readonly string[] => [])).includes('qr_code');
  const Class = native && isAble ? native : (await import('qr/decode.js')).BarcodeDetector;
  return new Class({ formats: ['qr_code'] });
}
