/**
 * Photos that are added to a report which was sent: a note of the report brings them. What was taken is kept until that note is recorded, so
 * that a tablet which is killed in between goes on with it at its next start.
 */
import { Problem } from '../../../shared/model/problem.ts';
import { replica } from '../base/device.ts';
import { kept } from '../base/kept.ts';
import { language, wordsIn } from '../base/words.ts';
import { notice } from '../frame/notice.ts';
import { photoWords } from '../words/en-photo.ts';
import { reportWords } from '../words/en-report.ts';
import { photosPrefix } from './replaced-key.ts';
import { replacing } from './replaced-photos.ts';

interface LaterPhoto {
  readonly incident: string;
  readonly photo: string;
}

/** Null = none. */
const taken = kept<readonly LaterPhoto[] | null>(`${photosPrefix}of reports`, null);

/** Adds a photo, which is stored, to the report. */
export async function addLater(incident: string, photo: string): Promise<void> {
  const { compare, beside } = replacing();
  await taken.change(
    (before) => {
      compare([], [photo]);
      return [...(before ?? []), { incident, photo }];
    },
    ...beside,
  );
  await recordLater().catch(() => undefined); // the next one, or the next start, tries again
}

let recording = Promise.resolve();

/**
 * Those that no note names yet; one after another, and none holds up the next. Where the report has left the tablet, or takes no more, they
 * stay photos of their site.
 */
export function recordLater(): Promise<void> {
  recording = recording.catch(() => undefined).then(recordAll);
  return recording;
}

async function recordAll(): Promise<void> {
  const locks = navigator.locks as LockManager | undefined; // absent without https
  for (const each of (await taken.read()) ?? []) {
    const work = (): Promise<void> => recordOnce(each);
    await (locks ? locks.request(`${photosPrefix}of reports`, work) : work());
  }
}

/** Unless another tab has. */
async function recordOnce(each: LaterPhoto): Promise<void> {
  if (!(await taken.read())?.some(({ photo }) => photo === each.photo)) return;
  try {
    if (!(await record(each))) await tellUnfitting();
  } catch (error) {
    // Anything else may pass; this would be the same the next time.
    if (!(error instanceof Problem)) return;
    await tellUnfitting();
  }
  await taken.change((before) => {
    const left = before?.filter(({ photo }) => photo !== each.photo) ?? [];
    return left.length > 0 ? left : null;
  });
}

async function tellUnfitting(): Promise<void> {
  notice.set((await wordsIn(language.value, photoWords)).photoUnfitting);
}

/** False where the report is not on the tablet any more. */
async function record({ incident, photo }: LaterPhoto): Promise<boolean> {
  const report = await replica().incidents.get(incident);
  if (report && !report.photos.some(({ id }) => id === photo))
    await replica().act('incident', incident, 'note', { text: reportWords.photoLater, photos: [{ id: photo }] });
  return report !== undefined;
}
