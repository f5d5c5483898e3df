/** Recognises the four photo types and PDF by the first bytes of a file, and reads the size of the picture (R29). */
import { imageSize } from 'image-size';
import { Problem } from '../../shared/model/problem.ts';

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';
/** A sheet of a supplier is a PDF. */
export type PhotoType = PictureType | 'application/pdf';

/** Enough for the headers that cameras write before the size. */
const headBytes = 512 * 1024;
const signatureBytes = 12;
/** Viewers look for the header of a PDF this far into a file: some portals write a line break or a mark before it. */
const pdfHeaderWithin = 1024;

export class ImageHead {
  #bytes: Buffer = Buffer.alloc(0);
  #type: PhotoType | null = null;

  /** Throws `unsupported_media_type` as soon as the file is known to be no photo. */
  add(chunk: Uint8Array): void {
    if (this.#bytes.length < headBytes) this.#bytes = Buffer.concat([this.#bytes, chunk]).subarray(0, headBytes);
    if (this.#type !== null || this.#bytes.length < signatureBytes) return;
    this.#type = typeOf(this.#bytes);
    if (this.#type === null && this.#bytes.length >= pdfHeaderWithin) throw unknownType();
  }

  /** Only valid after the whole file was added. */
  get type(): PhotoType {
    const type = this.#type ?? typeOf(this.#bytes);
    if (type === null) throw unknownType();
    return type;
  }

  /** Pixels; null for an unreadable header. */
  get size(): { readonly width: number | null; readonly height: number | null } {
    try {
      const { width, height } = imageSize(this.#bytes);
      return { width: width || null, height: height || null };
    } catch {
      return { width: null, height: null };
    }
  }
}

const heicBrands: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

function typeOf(bytes: Buffer): PhotoType | null {
  const text = (start: number, end: number): string => bytes.toString('latin1', start, end);
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && heicBrands.includes(text(8, 12))) return 'image/heic';
  return text(0, pdfHeaderWithin).includes('%PDF-') ? 'application/pdf' : null;
}

function unknownType(): Problem {
  return new Problem('unsupported_media_type', 'Photos are JPEG, PNG, WebP or HEIC files, and sheets are PDF files.');
}
