/** Content negotiation by the Accept header (RFC 9110, section 12.5.1); without it every type is acceptable. */
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';

/** Throws `not_acceptable`. */
export function requireAcceptable(request: Request, mediaType: string): void {
  if (request.accepts(mediaType) === false)
    throw new Problem('not_acceptable', `The response is ${mediaType}, which the Accept header excludes.`, {
      members: { available: [mediaType] },
    });
}
