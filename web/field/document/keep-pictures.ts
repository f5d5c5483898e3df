/** Keeps copies of the photos that the documents in force here show, so that they are there without signal. */
import { shrunk } from '../base/camera.ts';
import { contentOf } from '../base/content.ts';
import { replica } from '../base/device.ts';
import { signal } from '../base/signal.ts';

/** Counts the runs that fetched what was missing: pictures on the screen look again. */
export const picturesFetched = signal(0);

/** A sheet is kept as it is. */
async function made(file: Blob): Promise<Blob> {
  return file.type === 'application/pdf' ? file : await shrunk(file);
}

/** From now on, whenever a version comes into force or the signal comes back. Returns what ends it. */
export function keepPictures(): () => void {
  const device = replica();
  /** Undefined until the replica was read. */
  let wanted: readonly string[] | undefined;
  let kept: readonly string[] | undefined;
  let isRunning = false;
  const run = async (): Promise<void> => {
    const ids = wanted;
    if (isRunning || ids === undefined || ids === kept || !device.status.online) return;
    isRunning = true;
    try {
      await device.pictures.keep(ids, made);
      kept = ids;
    } catch {
      // No signal, or a full tablet: the next time that the server is heard.
    } finally {
      isRunning = false;
      picturesFetched.set(picturesFetched.value + 1);
    }
    if (kept === ids) await run();
  };
  const versions = device.versions.watch({ state: 'current' }).subscribe((current) => {
    const contents = current.map((version) => contentOf(version));
    // Substances last: a sheet is larger than a photo, and a full tablet holds no more.
    const holders = [
      ...contents.flatMap(({ hazards, sections }) => [...hazards, ...sections]),
      ...contents.flatMap(({ substances }) => substances),
    ];
    const ids = holders.flatMap(({ photos = [] }) => photos.map(({ id }) => id));
    if (ids.join() !== wanted?.join()) wanted = ids;
    void run();
  });
  const status = device.status$.subscribe(() => void run());
  return () => {
    versions.unsubscribe();
    status.unsubscribe();
  };
}
