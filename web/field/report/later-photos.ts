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
  for (const each of (await taken.read()) ?? []) {
    try {
      await record(each);
    } catch (error) {
      // Anything else may pass; this would be the same the next time.
      if (!(error instanceof Problem)) continue;
      notice.set((await wordsIn(language.value, photoWords)).photoUnfitting);
    }
    await taken.change((before) => {
      const left = before?.filter(({ photo }) => photo !== each.photo) ?? [];
      return left.length > 0 ? left : null;
    });
  }
}

async function record({ incident, photo }: LaterPhoto): Promise<void> {
  const report = await replica().incidents.get(incident);
  if (report && !report.photos.some(({ id }) => id === photo))
    await replica().act('incident', incident, 'note', { text: reportWords.photoLater, photos: [{ id: photo }] });
}
