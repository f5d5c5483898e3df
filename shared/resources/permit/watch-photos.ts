/** The photos of a fire watch. */
import { liveOf } from '../../model/record.ts';
import { Problem } from '../../model/problem.ts';
import type { World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { mostWatchPhotos } from './shape.ts';

/** Those of before and those of this act, each once; a watch without photos has no list of them. */
export function withPhotos(
  before: readonly string[] = [],
  taken: readonly string[] = [],
  world: World,
): { photo_ids?: string[] } {
  requirePhotos(taken, world);
  const all = [...new Set([...before, ...taken])];
  if (all.length > mostWatchPhotos)
    throw invalid([
      { pointer: '#/photo_ids', code: 'too_big', detail: `a fire watch has at most ${mostWatchPhotos} photos` },
    ]);
  return all.length === 0 ? {} : { photo_ids: all };
}

/** From a device a photo may arrive after the act that names it. */
function requirePhotos(ids: readonly string[], world: World): void {
  if (world.origin === 'sync') return;
  const errors = ids.flatMap((id, i) =>
    liveOf(world.record(id), 'photo')
      ? []
      : [{ pointer: `#/photo_ids/${i}`, code: 'reference_unknown', detail: 'no photo has this id' }],
  );
  if (errors.length > 0) throw new Problem('reference_unknown', 'There is no photo with this id.', { errors });
}
