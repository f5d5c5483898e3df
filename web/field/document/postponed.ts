/** Versions that the person in charge decided to brief later, by document: kept, so that each is asked about once. */
import { kept } from '../base/kept.ts';

export const postponed = kept<Readonly<Record<string, number>>>('postponed', {});

export function postpone(document: string, version: number): Promise<void> {
  return postponed.change((before) => ({ ...before, [document]: version }));
}
