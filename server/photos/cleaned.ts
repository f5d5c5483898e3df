/** What is left of an uploaded photo: the same picture, bit for bit, without anything that tells of people, places or devices. */
import { Problem } from '../../shared/model/problem.ts';
import type { Place } from './exif.ts';

export interface CleanPhoto {
  readonly bytes: Buffer;
  /** Where it was taken, as the removed metadata said. */
  readonly place: Place | null;
}

export function damaged(): Problem {
  return new Problem('unsupported_media_type', 'A photo is damaged: its parts cannot be told apart.');
}
