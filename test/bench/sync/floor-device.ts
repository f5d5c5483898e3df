/** What clients of the floor's server share: records, and requests compressed as the SDK's are. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const url = process.env['SERVER_URL'] ?? '';
const plainBytes = 1024;
const gzipOptions = { level: 3 };

/** A record as the floor's server sends it: the line of a page. */
export interface Line {
  readonly id: string;
  readonly rev: number;
  readonly document_id: string | null;
  readonly body: object;
}

export interface Page {
  readonly after: number;
  readonly more: boolean;
  readonly ops: readonly Line[];
}

export interface Edit {
  readonly id: string;
  readonly name: string;
}

export async function post(path: string, body: unknown): Promise<Response> {
  const text = JSON.stringify(body);
  const isSmall = text.length < plainBytes;
  return await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'zstd',
      ...(isSmall ? {} : { 'content-encoding': 'gzip' }),
    },
    body: isSmall ? text : new Uint8Array(await promisify(gzip)(text, gzipOptions)),
  });
}

/** All pages behind `after`, each requested while the one before is read. */
export async function* pagesBehind(after: number): AsyncGenerator<Page> {
  for (let [requested, more] = [post('/pull', { after }), true]; more;) {
    const response = await requested;
    const next = response.headers.get('x-after');
    if (next !== null) requested = post('/pull', { after: Number(next) });
    const page = (await response.json()) as Page; // the floor's server sends it
    more = page.more;
    yield page;
  }
}
