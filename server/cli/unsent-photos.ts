/** The files of photos in an export of unsent work, sent to a running server as a device sends them (contract, Files of devices). */
import { setTimeout as pause } from 'node:timers/promises';
import type { UnsentPhoto } from '../../shared/sync/unsent-file.ts';

const patience = 10;

export function bytesOf({ base64 }: UnsentPhoto): Buffer<ArrayBuffer> {
  return Buffer.from(base64, 'base64');
}

interface SentFiles {
  /** Those that the server has now. */
  readonly sent: readonly UnsentPhoto[];
  /** A line about each that it does not take. */
  readonly failures: readonly string[];
}

/** Sending one that the server has already costs one question. Throws where no server answers, or it does not take the token. */
export async function sendFiles(photos: readonly UnsentPhoto[], url: string, token: string): Promise<SentFiles> {
  const sent: UnsentPhoto[] = [];
  const failures: string[] = [];
  for (const photo of photos) {
    const refusal = await sendFile(photo, url, token);
    if (refusal === null) sent.push(photo);
    else failures.push(`photo ${photo.id}: ${refusal}`);
  }
  return { sent, failures };
}

/** Null where the server has the file. */
async function sendFile(photo: UnsentPhoto, url: string, token: string): Promise<string | null> {
  const address = `${url}/api/v1/sync/blobs/${photo.sha256}`;
  const headers = { authorization: `Bearer ${token}` };
  const standing = await fetch(address, { headers, signal: AbortSignal.timeout(60_000) });
  if (standing.ok && ((await standing.json()) as { readonly complete?: boolean }).complete === true) return null;
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.timeout(300_000);
    const answer = await fetch(address, { method: 'PUT', headers, body: bytesOf(photo), signal });
    if (answer.ok) return null;
    const busy = answer.status === 429 || answer.status === 503;
    if (busy && attempt < patience) {
      await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
      continue;
    }
    const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: string }; // a Problem, or nothing that can be read
    if (answer.status === 401 || answer.status === 403 || answer.status >= 500)
      throw new Error(`the files of photos were not taken: ${detail ?? answer.status}`);
    return detail ?? String(answer.status);
  }
}
