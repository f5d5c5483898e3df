/** Whether a picture can be drawn: it is decoded to its end, as for a print. */

/** @param most pixels; a picture with more cannot be drawn */
export async function isDrawable(bytes: Uint8Array, most: number): Promise<boolean> {
  const { default: sharp } = await import('sharp'); // 20 MB, which most servers never need
  try {
    await sharp(bytes, { limitInputPixels: most, failOn: 'warning', sequentialRead: true }).stats();
    return true;
  } catch {
    return false;
  }
}
