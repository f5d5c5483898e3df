/** Unsent work as a file, and back. Loaded when somebody asks for it: a tablet starts each day, and does this when it is handed in. */
import { maxCharacters, UnsentFileError } from '../../shared/sync/unsent-file.ts';
import type { MutatorContext } from '../write/mutator.ts';
import type { Photos } from '../sync/photos.ts';
import { sealText } from './cipher.ts';
import { photosFor } from './photos.ts';
import { exportText } from './work.ts';

export { importText } from './work.ts';

interface Parts {
  readonly context: MutatorContext;
  readonly photos: Photos;
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
}

export interface ExportOptions {
  readonly passphrase?: string;
  readonly photos?: readonly string[];
}

/** Throws UnsentFileError. */
export async function exportUnsent(parts: Parts, { passphrase, photos }: ExportOptions): Promise<string> {
  const plain = exportText(parts.context, await photosFor(parts.photos, photos));
  const text = passphrase === undefined ? plain : await sealText(plain, passphrase, parts.random);
  if (text.length <= maxCharacters) return text;
  throw new UnsentFileError('too_large', 'This is more than one export may hold: export with fewer photos, or none.');
}
