/** The content of an approved version, as the screens read it: a snapshot of the document and its entries (shared/resources/document). */
import type { Json } from '../../../shared/base/json.ts';
import type { BodyOf } from '../../../shared/model/declared-fields.ts';
import type { coshhFields } from '../../../shared/resources/coshh-shape.ts';

interface Rated {
  readonly risk_before?: number;
  readonly band_before?: string;
  readonly risk_after?: number;
  readonly band_after?: string;
}

/** A photo of the site that shows something of the document. */
export interface Picture {
  readonly id: string;
  readonly caption?: string | null | undefined;
  readonly alt?: string | null | undefined;
}

export interface Hazard extends Rated {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly who_at_risk?: string;
  readonly controls?: readonly { readonly id?: string; readonly description: string }[];
  readonly photos?: readonly Picture[];
  readonly severity_before?: number;
  readonly likelihood_before?: number;
}

/** A COSHH assessment. */
export type Substance = Readonly<Partial<BodyOf<ReturnType<typeof coshhFields>>>> &
  Rated & { readonly id: string; readonly substance_name: string };

export interface Section {
  readonly id: string;
  readonly section_type: string;
  readonly title: string;
  readonly body?: string | null;
  /** Any JSON: what is there is read as it is. */
  readonly data?: Json;
  readonly photos?: readonly Picture[];
}

export interface Named {
  readonly person_id?: string | null;
  readonly name: string;
  readonly employer_name?: string | null;
  readonly trade?: string | null;
  readonly preferred_language?: string | null;
  readonly person_type?: string | null;
  readonly role?: string | null;
  readonly competence_cards?: readonly {
    readonly card_number: string;
    readonly expires_on?: string | null | undefined;
  }[];
}

export interface Content {
  readonly hazards: readonly Hazard[];
  readonly sections: readonly Section[];
  readonly personnel: readonly Named[];
  readonly substances: readonly Substance[];
}

/** The worst first. */
export function contentOf(version: { readonly content: unknown } | undefined): Content {
  const {
    hazards = [],
    sections = [],
    personnel = [],
    coshh_assessments: substances = [],
  } = (version?.content ?? {}) as Snapshot;
  return {
    hazards: hazards.toSorted(worstFirst),
    sections,
    personnel,
    substances: substances.toSorted(worstFirst),
  };
}

type Snapshot = Partial<Omit<Content, 'substances'>> & { readonly coshh_assessments?: readonly Substance[] };

function worstFirst(a: Rated, b: Rated): number {
  return riskOf(b) - riskOf(a);
}

function riskOf({ risk_after: after, risk_before: before }: Rated): number {
  return (after ?? 0) * 100 + (before ?? 0);
}

/** `first_aid_point` → `First aid point` */
export function plain(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
