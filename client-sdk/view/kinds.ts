/** The kinds of records that a device shows: their views, stored fields and derived fields. */
import type * as z from 'zod';
import type { Currency } from '../../shared/model/validity.ts';
import type { Kind, resources } from '../../shared/resources/index.ts';
import type { Refusal } from '../disk/outbox-command.ts';

/** Drops the registry's index signature, so that a misspelt field is a compile error. */
type Named<Fields> = { [Field in keyof Fields as string extends Field ? never : Field]: Fields[Field] };
type FieldsOf<K extends Kind> = Named<z.infer<(typeof resources)[K]['schema']>>;

export const kindByView = {
  projects: 'project',
  sites: 'site',
  documents: 'document',
  sections: 'section',
  hazards: 'hazard',
  coshh: 'coshh',
  personnel: 'personnel',
  versions: 'version',
  signoffs: 'signoff',
  crew: 'crew_member',
  conflicts: 'conflict',
  exports: 'export',
  permits: 'permit',
  workers: 'worker',
  incidents: 'incident',
} as const satisfies Readonly<Record<string, Kind>>;

export type ViewKind = (typeof kindByView)[keyof typeof kindByView];

/** The fields of each kind, from its schema in shared/resources/. */
export type FieldsByKind = { readonly [K in ViewKind]: FieldsOf<K> };

interface RatedFields {
  readonly risk_before: number | null;
  readonly band_before: string | null;
  readonly risk_after: number | null;
  readonly band_after: string | null;
}

interface EntryFields {
  /** Position among the entries of its kind in the document, from 1; null if the server refused to create it. */
  readonly position: number | null;
}

interface PermitFields {
  /** Currently responsible for the conditions and for the work. */
  readonly issuer: FieldsOf<'permit'>['authorised_by'];
  readonly holder: FieldsOf<'permit'>['accepted_by'];
  readonly events: readonly { readonly at: string; readonly event: string }[];
}

/** `unknown` = the signed version is not on this device, so it cannot say whether the sign-off is still valid. */
export type ShownValidity = Currency | 'unknown';

/** Computed on reading, never stored. */
interface DerivedByKind {
  readonly section: EntryFields;
  readonly hazard: EntryFields & RatedFields;
  readonly coshh: EntryFields & RatedFields;
  readonly personnel: EntryFields;
  readonly signoff: { readonly currency: ShownValidity };
  readonly permit: PermitFields;
  readonly incident: { readonly riddor_suggested: string | null; readonly riddor_due_on: string | null };
}

interface Envelope {
  readonly id: string;
  /** Counts the server's changes of the record; 0 before it has it. */
  readonly rev: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** User ids; empty before the server has the record. */
  readonly created_by: string;
  readonly updated_by: string;
  /** A change made here has not reached the server. */
  readonly unsent: boolean;
  /** Why the server refused a change made here; the change stays in the outbox until `resend` or `discard`. */
  readonly refused?: Refusal;
}

/** A record as views return it: plain and frozen. */
export type Shown<K extends ViewKind> = Readonly<
  Envelope & FieldsByKind[K] & (K extends keyof DerivedByKind ? DerivedByKind[K] : unknown)
>;
