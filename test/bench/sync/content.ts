/**
 * Records as sites have them, about 2 KB each: hazards with nested controls, whose sentences are those of the sample organisation in
 * ever new combinations. The text repeats itself as text does that people choose from a library, and no more than that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from '../../../shared/model/uuid.ts';
import type { Chance } from '../../kit/clock.ts';

const folder = join(import.meta.dirname, '..', '..', 'sample');

interface Pool {
  readonly names: readonly string[];
  readonly sentences: readonly string[];
}

/** Every hazard's name and every sentence of the sample's documents. */
export function readPool(): Pool {
  const names = new Set<string>();
  const sentences = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.length > 40)
      for (const sentence of value.split(/(?<=[.;!?])\s+/)) if (sentence.length > 25) sentences.add(sentence.trim());
    if (typeof value !== 'object' || value === null) return;
    if ('severity_before' in value && 'name' in value) names.add(String(value.name));
    Object.values(value).forEach(collect);
  };
  for (const file of readdirSync(folder).filter((name) => /^document-\d\d-[a-u]/.test(name)))
    collect(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return { names: [...names], sentences: [...sentences] };
}

const levels = ['elimination', 'substitution', 'engineering', 'administrative', 'ppe'];
const people = ['Site supervisor', 'Slinger signaller', 'Lifting supervisor', 'All operatives', 'Crane operator'];

/** The id of the n-th thing of a benchmark: ids of one minute begin alike, as those of a day's work do. */
export function idOf(chance: Chance, n: number): string {
  return uuidv7(Date.UTC(2026, 10, 16) + n * 50, chance.bytes(10));
}

export function hazardBody(documentId: string, n: number, { names, sentences }: Pool, chance: Chance) {
  const some = (count: number) => Array.from({ length: count }, () => chance.pick(sentences)).join(' ');
  return {
    document_id: documentId,
    name: `${chance.pick(names)}, bay ${n}`,
    category: null,
    description: some(6).slice(0, 4000),
    who_at_risk: chance.pick(sentences).slice(0, 500),
    severity_before: 3 + chance.below(3),
    likelihood_before: 3 + chance.below(3),
    controls: Array.from({ length: 5 + chance.below(3) }, (_, i) => ({
      id: idOf(chance, n * 10 + i),
      description: some(1 + chance.below(2)).slice(0, 1000),
      hierarchy_level: chance.pick(levels),
      responsibility: chance.pick(people),
    })),
    severity_after: 1 + chance.below(3),
    likelihood_after: 1 + chance.below(3),
    sort_key: `a${String(n % 1000).padStart(3, '0')}5`,
  };
}

export function documentBody(n: number, { sentences }: Pool, chance: Chance) {
  return {
    title: `Curtain walling, level ${n % 40}, bay ${n}`,
    reference: `HLC-2026-014-RAMS-${n}`,
    document_type: 'rams',
    status: 'draft',
    version: 1,
    project_id: null,
    site_id: null,
    current_approved_version: null,
    review_rounds: [
      {
        round: 1,
        submitted_at: '2026-11-16T08:14:05.120Z',
        notes: Array.from({ length: 26 }, () => chance.pick(sentences)).join(' '),
      },
    ],
  };
}
