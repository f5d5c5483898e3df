/** Removes the metadata of a photo of any of the four types; the picture stays the same bit for bit (R29, R70). */
import type { PictureType } from './image-head.ts';
import { damaged, type CleanPhoto } from './cleaned.ts';
import { cleanHeic } from './heic.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const cleaners: Readonly<Record<PictureType, (bytes: Buffer) => CleanPhoto>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/heic': cleanHeic,
};

/** Throws `unsupported_media_type` for a damaged file. */
export function cleanPhoto(bytes: Buffer, type: PictureType): CleanPhoto {
  try {
    return cleaners[type](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}
