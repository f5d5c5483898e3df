/** Reads the files of a `multipart/form-data` body as they stream in; none is buffered whole. */
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { invalid } from '../../shared/model/validation.ts';

export interface UploadLimits {
  /** Names of the form fields whose files are read; others are ignored. */
  readonly fields: readonly string[];
  readonly files: number;
  readonly bytesPerFile: number;
}

/** The results of `take`, in the order of the files. `take` reads to the end or throws; the first error is the one reported. */
export async function readFiles<Taken>(
  request: Request,
  limits: UploadLimits,
  take: (content: AsyncIterable<Uint8Array>, fileName: string | null, field: string) => Promise<Taken>,
): Promise<Taken[]> {
  const parser = parserFor(request, limits);
  const taken: Promise<Taken>[] = [];
  let tooMany = false;
  parser.on('filesLimit', () => (tooMany = true));
  parser.on('file', (field, file, info) => {
    file.on('error', () => undefined); // the parser reports it too
    // A file that is not read to its end must be discarded, or the parser would wait for ever.
    if (!limits.fields.includes(field)) return void file.resume();
    const work = take(withoutDestroying(file), info.filename ?? null, field);
    work.catch(() => file.resume());
    taken.push(work);
  });
  try {
    await feed(request, parser);
  } catch {
    // Discard the rest, so that the caller can read the response on this connection.
    request.unpipe(parser).resume();
    parser.destroy();
    await Promise.allSettled(taken);
    throw new Problem('bad_request', 'The multipart body is malformed or not complete.');
  }
  const files = await Promise.all(taken);
  const pointer = `#/${limits.fields.at(-1) ?? ''}`;
  if (tooMany) throw invalid([{ pointer, code: 'too_big', detail: `must be ${limits.files} files or fewer` }]);
  if (files.length === 0) throw invalid([{ pointer, code: 'too_small', detail: 'must hold at least one file' }]);
  return files;
}

/** Not `pipeline`, which would destroy the connection when the parser fails. */
function feed(request: Request, parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('close', resolve);
    parser.on('error', reject); // may fire more than once: an unhandled error would end the process
    request.once('error', reject);
    request.pipe(parser);
  });
}

function parserFor(request: Request, { files, bytesPerFile }: UploadLimits): busboy.Busboy {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'Photos must be sent as multipart/form-data.');
  try {
    // One byte more than is allowed, so that the reader of the file sees that it is too large.
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files, fileSize: bytesPerFile + 1, fields: 50, fieldSize: 10_000 },
    });
  } catch {
    throw new Problem('bad_request', 'The multipart body has no boundary.');
  }
}

function withoutDestroying(file: Readable): AsyncIterable<Uint8Array> {
  return file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>; // no encoding is set, so chunks are bytes
}
