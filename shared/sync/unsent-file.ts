/**
 * The file that exports unsent work from a device (contract, Devices, DV62 to DV65), plain or encrypted with a passphrase. The reader
 * validates everything. Encryption itself is up to the platform (client-sdk/unsent/cipher.ts, server/cli/unsent.ts).
 */
import * as z from 'zod';
import { commandSchema } from '../model/command.ts';
import { once } from '../base/once.ts';
import { recordId } from '../model/fields.ts';
import { plainMessage } from '../model/validation-messages.ts';
import { resources } from '../resources/index.ts';
import { author, queuedCommand } from './command-identity.ts';

export type UnsentFileFault =
  | 'not_an_export'
  | 'too_large'
  | 'passphrase_needed'
  | 'wrong_passphrase'
  | 'no_cipher'
  | 'photo_damaged'
  | 'other_organisation';

/** Thrown if a file cannot be imported; nothing of it was. */
export class UnsentFileError extends Error {
  override readonly name = 'UnsentFileError';
  readonly fault: UnsentFileFault;

  constructor(fault: UnsentFileFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** OWASP's recommended PBKDF2-HMAC-SHA-256 iterations (Password Storage Cheat Sheet). */
export const iterations = 600_000;
/** Size of a file, encrypted or not: photos of `maxUnsentPhotoBytes`, base64-encoded twice, leave a tenth of it for the rest. */
export const maxCharacters = 128 * 1024 * 1024;
/** Total of all photos in one export. */
export const maxUnsentPhotoBytes = 64 * 1024 * 1024;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** Parameters of the two algorithms: RFC 8018 (PBKDF2) and NIST SP 800-38D (GCM, with the tag at the end of the ciphertext). */
const sealedSchema = once(() =>
  z.object({
    format: z.literal('sitefile-unsent-encrypted-1'),
    kdf: z.object({
      name: z.literal('PBKDF2'),
      hash: z.literal('SHA-256'),
      // The upper bound prevents a crafted file from keeping the reader busy for hours.
      iterations: z.int().min(iterations).max(10_000_000),
      salt: base64.length(24),
    }),
    cipher: z.object({ name: z.literal('AES-256-GCM'), iv: base64.length(16) }),
    ciphertext: base64.min(24),
  }),
);
export type SealedFile = z.infer<ReturnType<typeof sealedSchema>>;

/** With their identity: sent from anywhere, they are the same commands. */
const unsentCommand = once(() =>
  queuedCommand().extend({
    made_at: z.iso.datetime(),
    schema: z.int().positive(),
    state: z.enum(['queued', 'refused']),
    refused: z.looseObject({ code: z.string(), status: z.int(), title: z.string(), detail: z.string() }).nullable(),
    command: commandSchema().refine(
      ({ kind }) => Object.hasOwn(resources, kind),
      'is of a kind that this version does not know',
    ),
  }),
);

const unsentPhoto = once(() =>
  z.object({
    id: recordId,
    site_id: recordId,
    file_name: z.string().max(255).nullable(),
    /** Hash of the original bytes from the camera. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z
      .int()
      .min(1)
      .max(15 * 1024 * 1024),
    at: z.iso.datetime(),
    taken_at: z.iso.datetime().nullable().optional(),
    author: author().optional(),
    refused: z.object({ code: z.string().max(64), detail: z.string().max(4000) }).nullable(),
    base64,
  }),
);
export type UnsentPhoto = z.infer<ReturnType<typeof unsentPhoto>>;

const plainSchema = once(() =>
  z.object({
    format: z.literal('sitefile-unsent-1'),
    exported_at: z.iso.datetime(),
    device_id: z.string().min(1).max(64),
    organisation_id: z.string().max(64).nullable(),
    actor: z.looseObject({ name: z.string().max(200) }).nullable(),
    commands: z.array(unsentCommand()).max(100_000),
    photos: z
      .array(unsentPhoto())
      .max(10_000)
      .refine((photos) => new Set(photos.map(({ id }) => id)).size === photos.length, 'name one photo twice')
      .refine(
        (photos) => photos.reduce((sum, { bytes }) => sum + bytes, 0) <= maxUnsentPhotoBytes,
        'are more than an export holds',
      ),
  }),
);
export type UnsentFile = z.infer<ReturnType<typeof plainSchema>>;
export type UnsentCommand = UnsentFile['commands'][number];

/** Whether an export may hold the command; one that was damaged in storage may have lost its shape. */
export function hasShape(command: object): boolean {
  return unsentCommand().safeParse({ ...command, state: 'queued', refused: null }).success;
}

/** Throws UnsentFileError. */
export function readUnsentText(text: string): SealedFile | UnsentFile {
  if (text.length > maxCharacters) throw new UnsentFileError('too_large', 'The file is larger than any export is.');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new UnsentFileError('not_an_export', 'The file is not an export of unsent work: it is not JSON.', cause);
  }
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined;
  if (format === 'sitefile-unsent-encrypted-1') return checked(sealedSchema(), json);
  if (format === 'sitefile-unsent-1') return checked(plainSchema(), json);
  throw new UnsentFileError('not_an_export', 'The file is not an export of unsent work, or one of a later version.');
}

/** `open` decrypts a sealed file to its text, or throws. Throws UnsentFileError. */
export async function openUnsentText(
  text: string,
  passphrase: string | undefined,
  open: (sealed: SealedFile, passphrase: string) => Promise<string>,
): Promise<UnsentFile> {
  const outer = readUnsentText(text);
  if (outer.format !== 'sitefile-unsent-encrypted-1') return outer;
  if (passphrase === undefined)
    throw new UnsentFileError('passphrase_needed', 'The export is encrypted: give the passphrase it was made with.');
  const inner = readUnsentText(await open(outer, passphrase));
  if (inner.format !== 'sitefile-unsent-encrypted-1') return inner;
  throw new UnsentFileError('not_an_export', 'The export holds another export.');
}

/** Throws UnsentFileError if the bytes of a photo do not match their hash. */
export function requireSame(photo: Pick<UnsentPhoto, 'id' | 'bytes' | 'sha256'>, bytes: number, sha256: string): void {
  if (bytes === photo.bytes && sha256 === photo.sha256) return;
  throw new UnsentFileError('not_an_export', `The export is damaged: the file of photo ${photo.id} is another one.`);
}

function checked<Shape>(schema: z.ZodType<Shape>, json: unknown): Shape {
  const read = schema.safeParse(json, { error: plainMessage });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('/') || 'the whole';
  throw new UnsentFileError('not_an_export', `The export is damaged: ${place}: ${issue?.message ?? 'is not right'}.`);
}
