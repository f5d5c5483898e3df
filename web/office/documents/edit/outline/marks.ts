/** What the outline marks at a part of a draft: how many rules are not met there, and whether one of them stops approval. */
import type { Place } from '../../../../../shared/compliance/places.ts';
import type { Checked } from '../../check/use-check.ts';

export interface Unmet {
  readonly count: number;
  readonly stops: boolean;
}

export function unmetAt({ findings }: Checked, isHere: (place: Place) => boolean): Unmet {
  const here = findings.filter(({ places }) => places.some(isHere));
  return { count: here.length, stops: here.some(({ blocking }) => blocking) };
}

/** Sections that the check misses, each once, as places where they are added. */
export function missingSections({ findings }: Checked): readonly Place[] {
  const places = findings.flatMap((finding) => finding.places);
  const missing = places.filter(({ member, id }) => member === 'sections' && id === null);
  return [...new Map(missing.map((place) => [place.sectionType, place])).values()];
}
