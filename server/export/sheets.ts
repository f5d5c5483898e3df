/** A sheet of a supplier as an export has it (contract, Exports, EX183 to EX186): its file, which is attached, and its pages as pictures. */
import { drawSheet, mostSheetPages, sheetType, type SheetPage } from '../photos/sheets/sheet.ts';
import type { StoredPhoto } from './input.ts';
import { printableText } from './printable.ts';

export interface Sheet {
  readonly file: Uint8Array;
  /** Lower-case hex. */
  readonly sha256: string;
  /** As its sender named it. */
  readonly name: string;
  readonly pages: number;
  /** Or why there are none. */
  readonly drawn: readonly SheetPage[] | string;
}

/** A sheet whose file is not in the print. */
export interface MissingSheet extends Pick<Sheet, 'name' | 'pages'> {
  readonly missing: string;
}

export function missingSheet({ file_name, pages }: StoredPhoto, missing: string): MissingSheet {
  return { name: printableText(file_name ?? ''), pages: pages ?? 1, missing };
}

export function isSheet({ media_type }: StoredPhoto): boolean {
  return media_type === sheetType;
}

/** What the sheets of one file may take; each page takes 0.25 MB of it and 0.1 s. The whole export has two minutes (renderer.ts). */
const mostPages = 200;
const mostBytes = 64 * 1024 * 1024;
const mostMs = 60_000;

/** Counts what the sheets of one file take; of too many, the last are left out. */
export class SheetRoom {
  #pages = 0;
  #bytes = 0;
  #leftMs = mostMs;

  /** `isDrawn`: false where only its name is printed. */
  async sheetOf(
    bytes: Uint8Array,
    { sha256, file_name, pages }: StoredPhoto,
    isDrawn: boolean,
  ): Promise<Sheet | string> {
    const count = pages ?? 1;
    const sheet = { file: bytes, sha256, name: printableText(file_name ?? ''), pages: count };
    if (!isDrawn) return { ...sheet, drawn: [] };
    if (this.#bytes + bytes.length > mostBytes) return 'it is beyond the 64 MB of sheets that one file holds';
    this.#bytes += bytes.length;
    if (this.#pages + Math.min(count, mostSheetPages) > mostPages)
      return { ...sheet, drawn: `they are beyond the ${mostPages} that one file holds` };
    this.#pages += count;
    if (this.#leftMs <= 0) return { ...sheet, drawn: 'those before it took too long to draw' };
    const from = performance.now();
    const drawn = await drawSheet(bytes, this.#leftMs);
    this.#leftMs -= performance.now() - from;
    return { ...sheet, drawn };
  }
}
