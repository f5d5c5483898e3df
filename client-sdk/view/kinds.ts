/** The kinds of records that a device shows: their fields as people see them, and the name of the view each has. */
import type * as z from 'zod';
import type { Currency } from '../../shared/model/validity.ts';
import type { Kind, resources } from '../../shared/resources/index.ts';
import type { Refusal } from '../disk/outbox-command.ts';

/** The registry types each schema as one of any fields too: here only those count that have a name, so that a misspelt one is an error. */
type Named<Fields> = { [Field in keyof Fields as string extends Field ? never : Field]: Fields[Field] };
type FieldsOf<K extends Kind> = Named<z.infer<(typeof resources)[K]['schema']>>;

/** The fields of each kind, as its own file in shared/resources/ describes them. */
export interface FieldsByKind {
  readonly project: FieldsOf<'project'>;
  readonly site: FieldsOf<'site'>;
  readonly document: FieldsOf<'document'>;
  readonly section: FieldsOf<'section'>;
  readonly hazard: FieldsOf<'hazard'>;
  readonly coshh: FieldsOf<'coshh'>;
  readonly personnel: FieldsOf<'personnel'>;
  readonly version: FieldsOf<'version'>;
  readonly signoff: FieldsOf<'signoff'>;
  readonly conflict: FieldsOf<'conflict'>;
  readonly permit: FieldsOf<'permit'>;
  readonly worker: FieldsOf<'worker'>;
  readonly incident: FieldsOf<'incident'>;
}

interface Rated {
  readonly risk_before: number | null;
  readonly band_before: string | null;
  readonly risk_after: number | null;
  readonly band_after: string | null;
}

interface Placed {
  /** Place among the live entries of its kind in the document, from 1; null where the server refused to create it. */
  readonly position: number | null;
}

interface Permitted {
  /** Who answers for the conditions, and who for the work, as things stand now. */
  readonly issuer: FieldsOf<'permit'>['authorised_by'];
  readonly holder: FieldsOf<'permit'>['accepted_by'];
  readonly events: readonly { readonly at: string; readonly event: string }[];
}

/** `unknown` = the version that was signed is not on this device, as before its first exchange: nobody can say here whether it still counts. */
export type ShownValidity = Currency | 'unknown';

/** Worked out when read, never written. */
interface DerivedByKind {
  readonly section: Placed;
  readonly hazard: Placed & Rated;
  readonly coshh: Placed & Rated;
  readonly personnel: Placed;
  readonly signoff: { readonly currency: ShownValidity };
  readonly permit: Permitted;
  readonly incident: { readonly riddor_due_on: string | null };
}

export type ViewKind = keyof FieldsByKind;

interface Envelope {
  readonly id: string;
  /** Counts the server's changes of the record; 0 while it has not seen it. */
  readonly rev: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** User ids; empty while the server has not seen the record. */
  readonly created_by: string;
  readonly updated_by: string;
  /** A change made here has not reached the server yet. */
  readonly unsent: boolean;
  /** Why the server refused a change made here; the change waits in the outbox for `resend` or `discard`. */
  readonly refused?: Refusal;
}

/** A record as shown: plain and frozen. */
export type Shown<K extends ViewKind> = Readonly<
  Envelope & FieldsByKind[K] & (K extends keyof DerivedByKind ? DerivedByKind[K] : unknown)
>;

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
  conflicts: 'conflict',
  permits: 'permit',
  workers: 'worker',
  incidents: 'incident',
} as const satisfies Readonly<Record<string, ViewKind>>;
