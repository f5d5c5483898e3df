/**
 * What an export is made from (contract, Exports): everything that the file will say, read at one moment.
 * The shapes were validated by their own schemas when they were stored, so content stays plain JSON here
 * and the model reads it leniently: a field that it does not know is printed, not refused.
 */
import type { JsonObject } from '../../shared/base/json.ts';

export type ExportFormat = 'pdf' | 'docx';

export type Watermark = 'none' | 'draft' | 'pending_review' | 'superseded' | 'archived' | 'uncontrolled_when_printed';

export interface ExportInput {
  readonly format: ExportFormat;
  /** `timezone` (IANA) is the zone of every printed time; UTC without it. */
  readonly organisation: { readonly name: string; readonly timezone?: string | null };
  /** Read: name, reference, client_name, principal_designer. */
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
  /** null = the working draft, which nobody may work to. */
  readonly version: number | null;
  readonly content_hash: string | null;
  /** What an approved version freezes, or the same shape of the working draft. */
  readonly content: JsonObject;
  readonly approval: JsonObject | null;
  /** Version entries (contract, Life of a document), in any order. */
  readonly versions: readonly JsonObject[];
  /** Sign-offs (contract, Sign-offs) of every status; none is left out. */
  readonly signoffs: readonly JsonObject[];
  readonly watermark: Watermark;
  /** RFC 3339. The only clock of an export: the same input gives the same bytes. */
  readonly printed_at: string;
}

export interface Rendered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Counted in a PDF; null in a DOCX, which is paginated by whoever opens it. */
  readonly pages: number | null;
  /** `sha256:` and the hex digest of the bytes. */
  readonly sha256: string;
}
