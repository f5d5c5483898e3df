/** A photo on the device: what it is added with, and what is shown of it until the server has it. */
import type { Author } from '../../shared/sync/command-identity.ts';

export interface PhotoArguments {
  /** A new one, which the app has noted before the photo is stored; by default the device makes it. */
  readonly id?: string;
  readonly site_id: string;
  /** JPEG, PNG, WebP or HEIC, or a PDF of up to 60 pages; up to 15 MiB. */
  readonly bytes: Blob | Uint8Array;
  readonly file_name?: string | null;
  /** When its camera says that it was taken; ISO 8601. */
  readonly taken_at?: string | null;
}

/** A photo that the server does not have yet. */
export interface WaitingPhoto {
  readonly id: string;
  readonly site_id: string;
  readonly file_name: string | null;
  /** Of the original file; the server keeps one without metadata. */
  readonly sha256: string;
  readonly bytes: number;
  /** Device time at which it was added. */
  readonly at: string;
  /** When its camera says that it was taken. */
  readonly taken_at?: string | null | undefined;
  /** Who added it. */
  readonly author?: Author | undefined;
  /** Why the server refused the file; null = it waits. */
  readonly refused: { readonly code: string; readonly detail: string } | null;
}
