/** What the caller can read, by its Accept header (RFC 9110, section 12.5.1): nothing said is everything. */
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';

/** Throws `not_acceptable`. */
export function requireAcceptable(request: Request, mediaType: string): void {
  if (request.accepts(mediaType) === false)
    throw new Problem('not_acceptable', `The answer is ${mediaType}, which Accept leaves out.`, {
      members: { available: [mediaType] },
    });
}
