/**
 * The document as both renderers see it: blocks with a meaning, independent of pages.
 * A hazard register, a COSHH sheet and a signature register are all tables of parts.
 */
import type { Paper } from '../input.ts';
import type { Sheet } from '../sheets.ts';
import type { Picture } from '../scaled-photos.ts';

/** What became of it since the version that it is compared with: crossed out, or underlined. */
export type Change = 'added' | 'removed';

export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly change?: Change;
  /** Printed to the letter, such as a statement whose hash was signed. */
  readonly exact?: boolean;
  /** BCP 47; without it the text is in English. */
  readonly lang?: string;
}

/**
 * `alarm` is red and bold (an expired card, a void), `caption` a small label above what follows, `legend` the words
 * below a photo, `fine` digits to compare.
 */
export type Tone = 'normal' | 'muted' | 'fine' | 'strong' | 'caption' | 'legend' | 'alarm';

/** A chip always has words: colour alone is not accessible. */
export interface Chip {
  readonly kind: 'chip';
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
  readonly change?: Change;
}

/** Strokes `[[[x, y, t_ms?], …], …]` on a canvas of the given size (`ink-v1`, contract, Sign-offs). */
export interface Ink {
  readonly kind: 'ink';
  readonly strokes: readonly (readonly (readonly [number, number])[])[];
  readonly width: number;
  readonly height: number;
  readonly description: string;
}

/** `of`: the record that it prints, by which two versions of a document are compared. */
export interface Identified {
  readonly of?: string;
}

export type Part =
  | { readonly kind: 'text'; readonly runs: readonly Run[]; readonly tone: Tone }
  /** One entry of a list; `depth` 0 is the outermost. */
  | { readonly kind: 'point'; readonly marker: string; readonly runs: readonly Run[]; readonly depth: number }
  | Chip
  | Ink
  /** Hazard pictograms or safety signs, side by side; `code` is that of the GHS or of ISO 7010. */
  | {
      readonly kind: 'signs';
      readonly signs: readonly { readonly code: string; readonly name: string }[];
      /** The name is beside it, and not printed below. */
      readonly bare?: true;
      /** Points; as large as there is room without it. */
      readonly size?: number;
      /** All in one row without it. */
      readonly perRow?: number;
    }
  /** A photo that a record names; the picture or the reason why there is none takes its place. */
  | ({
      readonly kind: 'named_photo';
      readonly id: string;
      /** Its SHA-256, where the record names it. */
      readonly file?: string;
      readonly caption: string;
      readonly alt: string;
      readonly most: number;
    } & Identified)
  /** `most`: points of its width. */
  | {
      readonly kind: 'picture';
      readonly jpeg: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly most: number;
      readonly alt: string;
    }
  /** A QR code: the text that it encodes; `most`: points of its width, its light margin included. */
  | { readonly kind: 'qr'; readonly code: string; readonly most: number; readonly alt: string }
  /** A line to sign on paper. */
  | { readonly kind: 'signature_line'; readonly label: string };

export interface Cell {
  readonly parts: readonly Part[];
  readonly fill?: string;
  /** Text colour on `fill`. */
  readonly ink?: string;
  readonly align?: 'center';
}

export interface Row extends Identified {
  readonly cells: readonly Cell[];
  /** `hold` marks a hold point, `voided` a record that does not count, such as a voided sign-off. */
  readonly tone?: 'hold' | 'voided';
}

interface Column {
  readonly title: string;
  /** What is printed of it, where that is marked. */
  readonly runs?: readonly Run[];
  /** Relative width of the column. */
  readonly width: number;
  /** Its numbers follow from the order of the rows. */
  readonly counted?: true;
}

/** Small type and little air, for a form that is to fit its page. */
interface Density extends Identified {
  readonly dense?: true;
}

export interface Table extends Density {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** false for a list of facts: its first column is the header. */
  readonly header: boolean;
  /** The first cell of each row is its heading. */
  readonly rowHeader: boolean;
  /** Announced by screen readers. */
  readonly summary: string;
  /** Said again above what is on another page, where no header is. */
  readonly over?: string;
}

export type CalloutTone = 'emergency' | 'hold' | 'notice';

export type Block =
  | ({
      readonly kind: 'title';
      readonly organisation: string;
      readonly documentType: string;
      readonly title: string;
      readonly identity: string;
      readonly status: Chip;
      /** How to check the print: its QR code, and in words. */
      readonly check?: { readonly mark: Extract<Part, { kind: 'qr' | 'picture' }>; readonly words: string };
      readonly logo?: Picture;
    } & Density)
  | ({
      readonly kind: 'heading';
      readonly level: 1 | 2;
      readonly text: string;
      /** What is printed of it, where that is marked; `text` is what leads to it. */
      readonly runs?: readonly Run[];
      /** What it begins with follows from the order of the parts. */
      readonly counted?: string;
    } & Density)
  | ({ readonly kind: 'paragraph'; readonly runs: readonly Run[]; readonly tone: Tone } & Density)
  | ({ readonly kind: 'list'; readonly points: readonly Extract<Part, { kind: 'point' }>[] } & Density)
  | ({
      readonly kind: 'callout';
      readonly tone: CalloutTone;
      readonly title: string;
      readonly parts: readonly Part[];
    } & Density)
  /** `isEnd`: of the document itself, before its annexes. */
  | { readonly kind: 'page_break'; readonly isEnd?: true }
  /** A page of a sheet, on a page of its own. PDF only. */
  | { readonly kind: 'annex_page'; readonly words: string; readonly picture: Picture; readonly alt: string }
  /** The list of level 1 headings with their pages; a file under 8 pages leaves it out. */
  | { readonly kind: 'contents' }
  | Table;

/** A sheet that is at the end, and attached. */
export interface Annex {
  readonly letter: string;
  readonly caption: string;
  readonly sheet: Sheet;
  /** Of the attached file. */
  readonly fileName: string;
}

/** Metadata of the file, and what every page repeats. */
export interface DocumentModel {
  readonly paper: Paper;
  readonly isLandscape: boolean;
  readonly title: string;
  readonly subject: string;
  readonly author: string;
  readonly keywords: string;
  /** Top of every page, left to right: reference, version and status. */
  readonly header: readonly string[];
  readonly footer: string;
  /** Text across each page, or null. */
  readonly watermark: string | null;
  /** Printed at the top of an editable copy. */
  readonly editableNotice: string;
  /** Used for every date inside the file. */
  readonly madeAt: Date;
  readonly blocks: readonly Block[];
  /** The sheets whose pages are at the end, and whose files are attached. */
  readonly annexes: readonly Annex[];
}
