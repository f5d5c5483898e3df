/**
 * `unsent show` and `unsent import`: the work that a device could not send, from an exported file. The import pushes to a running server,
 * so it is checked like any other push; a second import sends the same commands again, and changes nothing.
 */
import { createDecipheriv, createHash, pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { JsonObject } from '../../shared/base/json.ts';
import type { QueuedCommand } from '../../shared/sync/command-identity.ts';
import { limits, protocolVersion, pushReply, schemaVersion, type CommandResult } from '../../shared/sync/sync.ts';
import {
  openUnsentText,
  requireSame,
  UnsentFileError,
  type SealedFile,
  type UnsentFile,
  type UnsentPhoto,
} from '../../shared/sync/unsent-file.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { openApi } from './api.ts';
import { serverAndToken, type Options, type Terminal } from './terminal.ts';
import { bytesOf, sendFiles } from './unsent-photos.ts';

interface Line {
  readonly at: string;
  readonly op: string;
  readonly kind: string;
  readonly record_id: string;
  readonly state: string;
  readonly reason?: string;
}

/** Every command of the file in its order, then the photos. */
export async function showUnsent(terminal: Terminal, options: Options): Promise<readonly Line[]> {
  const { commands, photos } = await readExport(terminal, options);
  const changes = commands.map(({ made_at: at, command: { op, kind, id }, state, refused }) => ({
    at,
    op,
    kind,
    id,
    state,
    refused,
  }));
  const files = photos.map(({ at, id, refused }) => {
    const state = refused ? 'refused' : 'queued';
    return { at, op: 'create', kind: 'photo', id, state, refused };
  });
  return [...changes, ...files].map(({ id, refused, ...line }) => ({
    ...line,
    record_id: id,
    ...(refused ? { reason: refused.detail } : {}),
  }));
}

interface Summary {
  readonly applied: number;
  readonly refused: readonly string[];
}

export async function importUnsent(terminal: Terminal, options: Options): Promise<Summary> {
  const { url, token } = serverAndToken(terminal, options);
  const { commands, photos, organisation_id: theirs } = await readExport(terminal, options);
  const api = openApi(url, token);
  const hello = { protocols: [protocolVersion], schema: schemaVersion };
  const { organisation_id: mine } = await api.write('POST', '/sync/hello', 'the greeting', hello);
  if (theirs !== null && theirs !== mine)
    throw new UnsentFileError('other_organisation', 'The export belongs to another organisation than the token.');
  const results: CommandResult[] = [];
  const push = async (all: readonly QueuedCommand[]): Promise<void> => {
    const sent = new Set<string>();
    for (const some of inPushes(all)) {
      // In the order of the file; nothing else of that device comes this way.
      const ahead_of = some.flatMap(({ id, prev }) => (sent.add(id), prev && !sent.has(prev) ? [prev] : []));
      const body = { schema: schemaVersion, commands: some as unknown as readonly JsonObject[], ahead_of }; // JSON
      results.push(...pushReply().parse(await api.write('POST', '/sync/push', 'a push', body)).results);
    }
  };
  // Photos last: a server without space for files still gets everything else.
  await push(commands.map(({ state: _, refused: __, ...command }) => command));
  const { sent, failures } = await sendFiles(photos, url, token);
  await push(sent.map((photo) => photoCommand(photo, uuidv7(terminal.now(), terminal.random(10)))));
  const refused = results.filter(({ status }) => status === 'refused');
  return {
    applied: results.length - refused.length,
    refused: [
      ...refused.map(({ kind, record_id: id, problem }) => `${kind} ${id}: ${problem?.detail ?? ''}`),
      ...failures,
    ],
  };
}

async function readExport(terminal: Terminal, { file, 'passphrase-file': secret }: Options): Promise<UnsentFile> {
  if (!file) throw new Error('--file is required');
  const written = secret ? (await readFile(secret, 'utf8')).replace(/\r?\n$/, '') : undefined;
  const passphrase = written ?? terminal.environment['SITEFILE_PASSPHRASE'];
  const read = await openUnsentText(await readFile(file, 'utf8'), passphrase, openSealed);
  for (const photo of read.photos) {
    const bytes = bytesOf(photo);
    requireSame(photo, bytes.length, createHash('sha256').update(bytes).digest('hex'));
  }
  return read;
}

function photoCommand({ id: photoId, site_id, sha256, file_name, at, author }: UnsentPhoto, id: string): QueuedCommand {
  const command = { op: 'create', kind: 'photo', id: photoId, set: { site_id, sha256, file_name } } as const;
  return { id, prev: null, author, made_at: at, schema: schemaVersion, command };
}

function inPushes(commands: readonly QueuedCommand[]): QueuedCommand[][] {
  const pushes: QueuedCommand[][] = [];
  let bytes = Infinity;
  for (const command of commands) {
    const size = Buffer.byteLength(JSON.stringify(command));
    const last = pushes.at(-1);
    bytes += size;
    if (last && last.length < limits.max_commands && bytes < limits.max_push_bytes / 4) last.push(command);
    else {
      pushes.push([command]);
      bytes = size;
    }
  }
  return pushes;
}

/** The cipher of client-sdk/unsent/cipher.ts, with node:crypto. */
async function openSealed({ kdf, cipher, ciphertext }: SealedFile, passphrase: string): Promise<string> {
  const salt = Buffer.from(kdf.salt, 'base64');
  const key = await promisify(pbkdf2)(passphrase.normalize('NFC'), salt, kdf.iterations, 32, 'sha256');
  const bytes = Buffer.from(ciphertext, 'base64');
  const opening = createDecipheriv('aes-256-gcm', key, Buffer.from(cipher.iv, 'base64'));
  opening.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([opening.update(bytes.subarray(0, -16)), opening.final()]).toString('utf8');
  } catch (cause) {
    throw new UnsentFileError('wrong_passphrase', 'The passphrase is wrong, or the file is damaged.', cause);
  }
}
