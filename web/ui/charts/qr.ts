/** The modules of a QR code, row by row, true = dark, with the light margin that it needs. What computes them is loaded when first used. */
export async function qrModules(text: string): Promise<readonly (readonly boolean[])[]> {
  const { encodeQR } = await import('qr');
  return encodeQR(text, 'raw', { border: lightMargin });
}

/** In modules (ISO/IEC 18004). */
const lightMargin = 4;
