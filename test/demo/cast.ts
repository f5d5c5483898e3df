/** Who and what the day is about: people, workers and documents of the sample organisation. */
import { readFileSync } from 'node:fs';

export const documents = {
  /** RAMS HLC-014-RAMS-007, approved at version 2: what the crew signs. */
  curtainWalling: 'c490cb10-c956-5b36-81a7-ebf429337526',
  /** RAMS HLC-014-RAMS-009, approved at version 1: revised today, and locked before a tablet comes back. */
  excavation: 'eafe98bb-7d15-54b2-89cc-d739339d2474',
  /** Method statement HLC-027-MS-002, a draft that two people work on. */
  glulamLift: '3034b0e7-6f4d-5e77-b985-7802c1d414da',
} as const;

export const hazards = {
  windTakesPanel: '023ca696-8014-54e5-9812-3eeaa02b81e5',
  trenchCollapse: '4c8ed228-2eb6-5619-a816-e137c0ecbbed',
  craneOverturn: 'a20c65aa-d150-5f6a-96f0-a3731bfbbd62',
  fallsFromBooms: '836511e0-43df-51b1-bb69-834f2e2e58d8',
  weather: '55c9488f-d944-549a-8a23-2b44a955322a',
} as const;

/** The tablets' own ids, by which their chains of sign-offs are known. */
export const tablets = {
  blockC: { id: '0f6f1f0c-5d0f-4c58-9b7c-6f3f6b1d9a01', label: 'Block C tablet' },
  siteOffice: { id: '0f6f1f0c-5d0f-4c58-9b7c-6f3f6b1d9a02', label: 'Site office tablet' },
} as const;

export interface Worker {
  readonly id: string;
  readonly name: string;
  readonly employer_id: string;
  readonly employer_name: string;
  readonly trade: string;
  readonly preferred_language: string;
}

// The shape of the repository's own file.
const workers = JSON.parse(
  readFileSync(new URL('../sample/workers.json', import.meta.url), 'utf8'),
) as readonly Worker[];

export function worker(name: string): Worker {
  const found = workers.find((each) => each.name === name);
  if (!found) throw new Error(`the sample has no worker ${name}`);
  return found;
}
