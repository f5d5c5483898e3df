/**
 * Input of a report: a file about a project, a site or an incident, where an export is about one document (contract, Exports, EX62 to EX72).
 * Records were validated when they were stored, and the model reads them leniently.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Briefed } from '../../shared/resources/signoff/coverage.ts';
import type { ExportFormat, ExportInput, Paper, StoredPhoto } from './input.ts';

interface ReportFrame {
  readonly format: ExportFormat;
  readonly paper?: Paper;
  /** Read: name, timezone, and the profile. `timezone` (IANA) is the zone of every printed time; UTC without it. */
  readonly organisation: ExportInput['organisation'] & {
    readonly registered_address?: string | null;
    readonly phone?: string | null;
    readonly industry_id?: string | null;
  };
  /** Read: name, reference, client_name, principal_contractor. */
  readonly project: JsonObject;
  /** Null = the whole project. Read: name, address, city, postcode. */
  readonly site: JsonObject | null;
  /** RFC 3339. The only clock of a report: the same input gives the same bytes. */
  readonly printed_at: string;
}

export interface PermitRegisterInput extends ReportFrame {
  readonly form: 'permit_register';
  /** In any order, each with its current issuer and holder, and when it was made. */
  readonly permits: readonly JsonObject[];
  /** By id, for a register of several sites. */
  readonly sites: Readonly<Record<string, string>>;
  /** What was asked for; `null` and an empty list leave nothing out. */
  readonly from: string | null;
  readonly until: string | null;
  readonly states: readonly string[];
}

export type PrintedPerson = Omit<Briefed, 'namesake' | 'crew_member_ids' | 'last_signed_version'> &
  Partial<Pick<Briefed, 'namesake'>>;

/** A document in force, and everybody who is expected to sign it or has signed. */
export interface BriefedDocument {
  readonly reference: string | null;
  readonly title: string;
  readonly version: number;
  readonly approved_at: string | null;
  readonly people: readonly PrintedPerson[];
}

export interface BriefingMatrixInput extends ReportFrame {
  readonly form: 'briefing_matrix';
  /** In any order. */
  readonly documents: readonly BriefedDocument[];
}

export interface IncidentSheetInput extends ReportFrame {
  readonly form: 'incident_sheet';
  readonly incident: JsonObject;
  /** False: the personal details of injured people are left out of `incident`, and the sheet says so. */
  readonly isWhole: boolean;
  /** The user who reported it; null where the record names no user. Read: job_title, phone, email. */
  readonly reporter: JsonObject | null;
  /** Name of the industry of the organisation. */
  readonly industry: string | null;
  /** The document that the incident names. */
  readonly document: string | null;
  readonly photos: Readonly<Record<string, StoredPhoto>> | null;
}

export interface PermitSheetInput extends ReportFrame {
  readonly form: 'permit_sheet';
  readonly permit: JsonObject;
  readonly linked: ExportInput['linked'];
  readonly photos: Readonly<Record<string, StoredPhoto>> | null;
}

/** A file of a pack, as its index lists it. */
export interface PackedFile {
  readonly path: string;
  readonly title: string;
  readonly pages: number | null;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface PackIndexInput extends ReportFrame {
  readonly form: 'pack_index';
  /** In the order of the pack. */
  readonly files: readonly PackedFile[];
  /** What the pack does not have, and why. */
  readonly left_out: readonly { readonly title: string; readonly reason: string }[];
}

export type ReportInput =
  | PermitRegisterInput
  | BriefingMatrixInput
  | IncidentSheetInput
  | PermitSheetInput
  | PackIndexInput;

export function isReport(input: ExportInput | ReportInput): input is ReportInput {
  return !('content' in input);
}
