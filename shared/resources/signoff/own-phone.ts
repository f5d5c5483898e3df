/** What the code of an own phone is for: one sign-off, of this person, of this version (contract, Web, WB125). */
import * as z from 'zod';
import { recordId, sha256Field } from '../../model/fields.ts';
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

/** Of the sections, those that the one-page card and the questions need. */
const shownSections: ReadonlySet<unknown> = new Set(['weather_limits', 'hold_points', 'emergency_arrangements']);
const mostHazards = 5;

/** What the phone may read of a version: the card, and no person of the crew. */
export function cardOf({ content }: Pick<Version, 'content'>): { hazards: object[]; sections: object[] } {
  const { hazards = [], sections = [] } = content as {
    readonly hazards?: readonly Hazard[];
    readonly sections?: readonly { readonly section_type?: unknown }[];
  }; // a snapshot
  return {
    hazards: hazards
      .toSorted((a, b) => riskOf(b) - riskOf(a))
      .slice(0, mostHazards)
      .map(({ id, name, description, controls, risk_before, risk_after, band_after }) => {
        return { id, name, description, controls: controls?.slice(0, 1), risk_before, risk_after, band_after };
      }),
    sections: sections.filter(({ section_type: type }) => shownSections.has(type)),
  };
}

interface Hazard {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly controls?: readonly unknown[];
  readonly risk_before?: number;
  readonly risk_after?: number;
  readonly band_after?: unknown;
}

function riskOf({ risk_after: after = 0, risk_before: before = 0 }: Hazard): number {
  return after * 100 + before;
}
