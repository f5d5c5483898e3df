/** The photos of fire watches, kept from the first one on, until the end of their own watch takes them. */
import { mostActPhotos } from '../../../shared/resources/permit/limits.ts';
import { startOfWatch } from '../../../shared/resources/permit/seen.ts';
import { replica } from '../base/device.ts';
import { kept } from '../base/kept.ts';
import { dropReplaced, replacing } from '../report/replaced-photos.ts';
import { withPhoto } from '../report/take-photo.tsx';
import type { Permit } from './asked.ts';

interface WatchPhotos {
  readonly permit: string;
  /** Of the watch, as it was said there: a permit may have several, and the server may set the start of one back. */
  readonly startedAt: string;
  readonly photos: readonly string[];
  /** The end of the watch names them, and is recorded on this tablet; the server may refuse it yet. */
  readonly isGiven?: true;
}

export const watchPhotos = kept<readonly WatchPhotos[]>('fire watch photos', []);

type Watch = Pick<WatchPhotos, 'permit' | 'startedAt'>;

/** The one that is under way. */
export function watchOf(permit: Permit): Watch | null {
  const startedAt = startOfWatch(permit);
  return startedAt === null ? null : { permit: permit.id, startedAt };
}

export function photosOf(all: readonly WatchPhotos[], watch: Watch): readonly string[] {
  return all.filter((each) => isOf(each, watch)).flatMap(({ photos }) => photos);
}

/** Throws where the watch has ended meanwhile. */
export async function givePhoto(watch: Watch, photo: string, replaced: string | null): Promise<void> {
  const permit = await replica().permits.get(watch.permit);
  const now = permit && watchOf(permit);
  if (!now || !isOf(now, watch)) throw new Error('This fire watch has ended.');
  const { compare, beside } = replacing();
  await watchPhotos.change(
    (all) => {
      const before = photosOf(all, watch);
      const photos = withPhoto(before, photo, replaced, mostActPhotos);
      compare(before, photos);
      return [...all.filter((each) => !isOf(each, watch)), { ...watch, photos }];
    },
    ...beside,
  );
}

/** With what another tab took. A photo that is given after this is left over, and shown as such. */
export async function endWatch(watch: Watch, by: NonNullable<Permit['fire_watch']>['fire_watcher']): Promise<void> {
  const taken = photosOf(await watchPhotos.read(), watch);
  await replica().permits.endFireWatch(watch.permit, { by, started_at: watch.startedAt, photo_ids: [...taken] });
  const areTaken = ({ photos }: WatchPhotos): boolean => photos.every((id) => taken.includes(id));
  await watchPhotos.change((all) =>
    all.map((each) => (isOf(each, watch) && areTaken(each) ? { ...each, isGiven: true } : each)),
  );
}

/** They belong to the permit by now, on the server too. */
export function forgetPhotos(ids: readonly string[]): Promise<void> {
  return watchPhotos.change((all) => without(all, ids));
}

/** To the watch that is under way, as many as fit. */
export function takeOver(watch: Watch, ids: readonly string[]): Promise<void> {
  return watchPhotos.change((all) => {
    const there = all.flatMap(({ photos }) => photos).filter((id) => ids.includes(id)); // another tab may have left some out
    const own = photosOf(all, watch);
    const photos = [...own, ...there.slice(0, Math.max(0, mostActPhotos - own.length))];
    return [...without(all, photos), { ...watch, photos }];
  });
}

/** Those that were not sent yet are dropped; the others stay photos of their site. */
export async function leaveOutPhotos(ids: readonly string[]): Promise<void> {
  const { compare, beside } = replacing();
  await watchPhotos.change(
    (all) => {
      compare(ids, []);
      return without(all, ids);
    },
    ...beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
}

export function isOf({ permit, startedAt }: Watch, watch: Watch): boolean {
  return permit === watch.permit && startedAt === watch.startedAt;
}

function without(all: readonly WatchPhotos[], ids: readonly string[]): readonly WatchPhotos[] {
  return all
    .map((each) => ({ ...each, photos: each.photos.filter((id) => !ids.includes(id)) }))
    .filter(({ photos }) => photos.length > 0);
}
