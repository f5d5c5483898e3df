/** Sends the photo files of an export of unsent work to a running server, as a device sends them (DV62 to DV67). */
import type { UnsentPhoto } from '../../shared/sync/unsent-file.ts';
import { whileBusy } from './api.ts';

export function bytesOf({ base64 }: UnsentPhoto): Buffer<ArrayBuffer> {
  return Buffer.from(base64, 'base64');
}

interface SentFiles {
  /** Photos whose files the server has now. */
  readonly sent: readonly UnsentPhoto[];
  /** One line for each file that the server refuses. */
  readonly failures: readonly string[];
}

/** Throws where no server answers, or it refuses the token. */
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
  const upload = await fetch(address, { headers, signal: AbortSignal.timeout(60_000) });
  if (upload.ok && ((await upload.json()) as { readonly complete?: boolean }).complete === true) return null;
  const answer = await whileBusy(() =>
    fetch(address, { method: 'PUT', headers, body: bytesOf(photo), signal: AbortSignal.timeout(300_000) }),
  );
  if (answer.ok) return null;
  const { detail } = (await answer.json().catch(() => ({}))) as { readonly detail?: string }; // a Problem, or no JSON
  if (answer.status === 401 || answer.status === 403 || answer.status >= 500)
    throw new Error(`the photo files were not accepted: ${detail ?? answer.status}`);
  return detail ?? String(answer.status);
}
