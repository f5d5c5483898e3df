/**
 * Input of an export (contract, Exports): everything the file prints, read in one snapshot.
 * Content was validated when it was stored, so it is plain JSON here and the model reads it leniently:
 * it prints fields it does not know.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { CrewRecord } from '../../shared/resources/signoff/crew.ts';
import type { exportForms, Language, papers, Watermark } from '../../shared/resources/export.ts';

export type ExportFormat = 'pdf' | 'docx';

export type { Watermark };

export type ExportForm = (typeof exportForms)[number];
export type Paper = (typeof papers)[number];

/** A photo of the store: cleaned of metadata, but as large as it was sent. */
export interface StoredPhoto {
  readonly path: string;
  readonly sha256: string;
  readonly media_type: string;
  /** As its sender named it. */
  readonly file_name?: string | null;
  /** Of a sheet. */
  readonly pages?: number | null;
  /** When the server got its record; absent where that does not matter. */
  readonly arrived_at?: string;
}

/** What a copy has on request, or leaves out (contract, Exports, EX30 and EX44). */
interface Included {
  /** The briefer's copy, with the right answers of an understanding check. */
  readonly quiz_answers: boolean;
  /** The rows of who signed, with their statements and their evidence. */
  readonly signoffs: boolean;
  /** The briefings that were held, and who is still to be briefed, with a line to sign on. */
  readonly briefing_register: boolean;
}

/** Where anybody can check a print: its own address, and what to open and type instead. */
export interface PrintCheck {
  readonly url: string;
  readonly address: string;
  readonly code: string;
}

/** An earlier version of the same document, against which the changes are marked. */
export interface ComparedVersion extends Pick<ExportInput, 'project' | 'site' | 'content' | 'closing_checks'> {
  readonly version: number;
  /** RFC 3339 */
  readonly approved_at: string;
  readonly title: string;
  readonly reference: string | null;
}

export interface ExportInput {
  readonly format: ExportFormat;
  readonly include?: Partial<Included>;
  /** `register`: the sign-off register alone, on a landscape page; `display`: the front of a permit. */
  readonly form?: ExportForm;
  readonly paper?: Paper;
  /** The stored photos that the content names, by id; null = the copy is to have none. */
  readonly photos?: Readonly<Record<string, StoredPhoto>> | null;
  /** Of the statement that people confirm: printed above the lines to sign on; null = not printed. */
  readonly language?: Language | null;
  /** `timezone` (IANA) is the zone of every printed time; UTC without it. */
  readonly organisation: {
    readonly name: string;
    readonly timezone?: string | null;
    readonly logo?: StoredPhoto | null;
  };
  /** Read: name, reference, client_name, principal_designer, principal_contractor, construction_phase_plan. */
  readonly project: JsonObject | null;
  /** Read: name, address, city, postcode, access_notes, site_contact_name, site_contact_phone and the emergency fields. */
  readonly site: JsonObject | null;
  readonly document: {
    readonly id: string;
    readonly reference: string | null;
    readonly title: string;
    readonly document_type: string;
    readonly status: string;
    readonly review_due_on?: string | null;
  };
  /** null = the working draft, which is not approved for work. */
  readonly version: number | null;
  readonly content_hash: string | null;
  /** The frozen content of an approved version, or the working draft in the same shape. */
  readonly content: JsonObject;
  readonly approval: JsonObject | null;
  /** Version entries (contract, Life of a document), in any order. */
  readonly versions: readonly JsonObject[];
  /** All sign-offs, whatever their status. */
  readonly signoffs: readonly JsonObject[];
  /** Who was added to the crew, and who is not here any more; of a version that is not in force nobody. */
  readonly crew?: readonly CrewRecord[];
  /** How long the place of a permit is checked after the fire watch, and how far apart at most; null = not at all. */
  readonly closing_checks?: { readonly minutes: number; readonly every: number } | null;
  /** The open conflicts of the working draft; a version has none. */
  readonly conflicts?: readonly JsonObject[];
  /** Documents that the content names, by their ids. */
  readonly linked: Readonly<Record<string, LinkedDocument>>;
  readonly watermark: Watermark;
  /** Null or absent = no changes are marked. */
  readonly compared?: ComparedVersion | null;
  /** Null = nothing is printed of it. */
  readonly check?: PrintCheck | null;
  /** RFC 3339. The only clock of an export: the same input gives the same bytes. */
  readonly printed_at: string;
}

export interface LinkedDocument {
  readonly name: string;
  /** The approved one; null where there is none. */
  readonly version: number | null;
  readonly is_archived?: boolean;
}

export interface Rendered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** null for DOCX: the program that opens it paginates it. */
  readonly pages: number | null;
  /** `sha256:` and the hex digest of the bytes. */
  readonly sha256: string;
}
