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
    /** What `onClose` does. */
    readonly close: string;
  };
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void watch(video.current, stop.signal, onText).catch(() => setRefused(true));
    return () => stop.abort();
  }, []);
  return (
    <div class="stack">
      {isRefused ? (
        <Banner tone="care">{words.noCamera}</Banner>
      ) : (
        <>
          <p>{words.hold}</p>
          <video aria-label={words.hold} class="viewfinder" muted playsInline ref={video} />
        </>
      )}
      <Button onClick={onClose} wide>
        {words.close}
      </Button>
    </div>
  );
}

/** Throws where there is no camera, or it may not be used. */
async function watch(video: HTMLVideoElement | null, stop: AbortSignal, onText: (text: string) => void): Promise<void> {
  if (!video) return;
  const media = navigator.mediaDevices as MediaDevices | undefined; // absent without https
  if (!media) throw new Error('This page may not use a camera.');
  const stream = await media.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    const [reader] = await Promise.all([openReader(), video.play()]);
    while (!stop.aborted) {
      const [found] = video.videoWidth > 0 ? await reader.detect(video) : [];
      if (found && !stop.aborted) return onText(found.rawValue);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

async function openReader(): Promise<Reader> {
  const { BarcodeDetector: native } = globalThis as { readonly BarcodeDetector?: ReaderClass };
  const isAble = native && (await native.getSupportedFormats().catch((): readonly string[] => [])).includes('qr_code');
  const Class = native && isAble ? native : (await import('qr/decode.js')).BarcodeDetector;
  return new Class({ formats: ['qr_code'] });
}
