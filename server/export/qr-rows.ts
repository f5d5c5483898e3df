/** The modules of a QR code, row by row, true = dark, with the light margin that it needs (ISO/IEC 18004). */
import { encodeQR } from 'qr';

export function qrRows(code: string): readonly (readonly boolean[])[] {
  return encodeQR(code, 'raw', { border: 4, ecc: 'medium' });
}
