/** Takes the metadata out of a photo of any of the four kinds, without touching a bit of the picture (contract, REST, R29 and R70). */
import type { PhotoType } from './image-head.ts';
import { damaged, type CleanPhoto } from './cleaned.ts';
import { cleanHeic } from './heic.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const cleaners: Readonly<Record<PhotoType, (bytes: Buffer) => CleanPhoto>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/heic': cleanHeic,
};

/** Throws `unsupported_media_type` where the parts of the file do not hold together. */
export function cleanPhoto(bytes: Buffer, type: PhotoType): CleanPhoto {
  try {
    return cleaners[type](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}
