/** The content of an approved version, as the screens read it: a snapshot of the document and its entries (shared/resources/document). */

export interface Hazard {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly who_at_risk?: string;
  readonly controls?: readonly { readonly id?: string; readonly description: string }[];
  readonly severity_before?: number;
  readonly likelihood_before?: number;
  readonly risk_before?: number;
  readonly band_before?: string;
  readonly risk_after?: number;
  readonly band_after?: string;
}

export interface Section {
  readonly id: string;
  readonly section_type: string;
  readonly title: string;
  readonly body?: string | null;
  readonly data?: SectionData | null;
}

interface Item {
  readonly text?: string;
  readonly hold_point?: boolean;
  /** Of a checklist. */
  readonly item?: string;
  readonly response?: string;
  readonly note?: string | null;
}

export interface SectionData {
  readonly items?: readonly (string | Item)[];
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly entries?: readonly { readonly key: string; readonly value: unknown }[];
}

export interface Named {
  readonly person_id?: string | null;
  readonly name: string;
  readonly employer_name?: string | null;
  readonly trade?: string | null;
  readonly preferred_language?: string | null;
}

export interface Content {
  readonly hazards: readonly Hazard[];
  readonly sections: readonly Section[];
  readonly personnel: readonly Named[];
}

/** The worst first. */
export function contentOf(version: { readonly content: unknown } | undefined): Content {
  const { hazards = [], sections = [], personnel = [] } = (version?.content ?? {}) as Partial<Content>; // a snapshot
  return { hazards: hazards.toSorted((a, b) => riskOf(b) - riskOf(a)), sections, personnel };
}

function riskOf({ risk_after: after = 0, risk_before: before = 0 }: Hazard): number {
  return after * 100 + before;
}

/** A section as lines of plain words, whichever way it was written. */
export function linesOf({ body, data }: Section): string[] {
  const items = data?.items?.map((item) => (typeof item === 'string' ? item : lineOf(item))) ?? [];
  const rows = data?.rows?.map((row) => row.map(String).join(' · ')) ?? [];
  const entries = data?.entries?.map(({ key, value }) => `${plain(key)}: ${String(value)}`) ?? [];
  return [...(body?.split(/\n+/) ?? []), ...items, ...rows, ...entries].filter((line) => line.trim() !== '');
}

function lineOf({ text, item, response, note }: Item): string {
  return text ?? [item, response, note].filter(Boolean).join(' · ');
}

/** `first_aid_point` → `First aid point` */
export function plain(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
