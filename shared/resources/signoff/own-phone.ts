/** What the code of an own phone is for: one sign-off, of this person, of this version (contract, Web, WB125). */
import * as z from 'zod';
import { withoutMarks } from '../../base/visible-text.ts';
import { label, recordId, sha256Field } from '../../model/fields.ts';
import { mostTyped } from '../../model/person-name.ts';
import { conditionsNow, isUnmet } from '../document/conditions.ts';
import type { Document } from '../document/shape.ts';
import type { Version } from '../document/version.ts';
import { signoff } from './signoff.ts';
import { once } from '../../base/once.ts';

export const ownPhoneMs = 15 * 60_000;

export const ownPhoneBinding = once(() =>
  z.object({
    document_id: recordId,
    document_version: z.int().positive(),
    content_hash: sha256Field,
    worker: signoff.schema.shape.worker,
    briefing: signoff.schema.shape.briefing,
  }),
);
export type OwnPhoneBinding = z.output<ReturnType<typeof ownPhoneBinding>>;

const ink = z.strictObject({
  width: z.int().positive().max(10_000),
  height: z.int().positive().max(10_000),
  strokes: z.array(z.array(z.array(z.number()).min(2).max(3)).max(4000)).max(200),
});
const typedName = z.strictObject({
  text: label(1, mostTyped).refine(
    (typed) => typed.isWellFormed() && withoutMarks(typed) === typed,
    'must not hold control characters, marks of direction or unpaired surrogates',
  ),
});
/** As the phone sends it: one of the two. */
export const ownPhoneSignature = z.union([ink, typedName], {
  error: 'must be ink, with width, height and strokes, or else the text of a typed name',
});

/** What is still to be met of the version: without who said what of it. */
export function toBeMetOf(
  version: Pick<Version, 'version' | 'conditions'>,
  marks: Document['condition_marks'],
): { readonly text: string; readonly due_on: string | null }[] {
  return conditionsNow(version, marks)
    .filter(isUnmet)
    .map(({ text, due_on: due = null }) => ({ text, due_on: due }));
}

/** Of the sections, those that the one-page card and the questions need. */
const shownSections: ReadonlySet<unknown> = new Set(['weather_limits', 'hold_points', 'emergency_arrangements']);
const mostEntries = 5;

/** What the phone may read of a version: the card, and no person of the crew. */
export function cardOf({
  content,
}: Pick<Version, 'content'>): Record<'hazards' | 'coshh_assessments' | 'sections', object[]> {
  const {
    hazards = [],
    coshh_assessments: substances = [],
    sections = [],
  } = content as {
    readonly hazards?: readonly Entry[];
    readonly coshh_assessments?: readonly Entry[];
    readonly sections?: readonly { readonly section_type?: unknown }[];
  }; // a snapshot
  return {
    hazards: worstOf(hazards, hazardFacts).map((hazard) => ({
      ...hazard,
      // Who is responsible for it stays on the site.
      controls: hazard.controls?.slice(0, 1).map(({ description }) => ({ description })),
    })),
    coshh_assessments: worstOf(substances, substanceFacts),
    sections: sections.filter(({ section_type: type }) => shownSections.has(type)),
  };
}

const rating = ['id', 'risk_before', 'risk_after', 'band_after'];
const hazardFacts = [...rating, 'name', 'description', 'controls'];
const substanceFacts = [
  ...rating,
  'substance_name',
  'signal_word',
  'pictograms',
  'hazard_statements',
  'health_effects_acute',
  'health_effects_chronic',
  'rpe',
  'ppe',
  'first_aid',
];

interface Entry {
  readonly controls?: readonly { readonly description?: unknown }[];
  readonly risk_before?: number;
  readonly risk_after?: number;
}

function worstOf(entries: readonly Entry[], facts: readonly string[]): Entry[] {
  return entries
    .toSorted((a, b) => riskOf(b) - riskOf(a))
    .slice(0, mostEntries)
    .map((entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => facts.includes(name))));
}

function riskOf({ risk_after: after = 0, risk_before: before = 0 }: Entry): number {
  return after * 100 + before;
}
