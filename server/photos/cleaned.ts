/** An uploaded photo without its metadata: the same picture, and nothing about people, places or devices. */
import { Problem } from '../../shared/model/problem.ts';
import type { Place } from './exif.ts';

export interface CleanPhoto {
  readonly bytes: Buffer;
  /** Where it was taken, from the removed metadata. */
  readonly place: Place | null;
}

export function damaged(): Problem {
  return new Problem('unsupported_media_type', 'The photo is damaged: its structure cannot be read.');
}
