/** Query parameters that the endpoint does not know: named to the caller, or refused where the request is strict (contract, REST, R96). */
import type { Request, Response } from 'express';
import { invalid } from '../../../shared/model/validation.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { namedInHeader } from './unknown-fields.ts';

/** Parts of a signed link. */
const linkParameters = ['organisation', 'expires', 'signature'];

/** True where `Prefer: handling=strict` (RFC 7240, section 4.4) asks for a strict request; the response says that it was. */
export function prefersStrict(request: Request, response: Response): boolean {
  const preferences = (request.get('prefer') ?? '')
    .split(',')
    .map((text) => (text.split(';')[0] ?? '').trim().toLowerCase());
  // Of several, the first counts.
  const handling = preferences.find((text) => /^handling\s*=/.test(text)) ?? '';
  const isStrict = /=\s*("strict"|strict)$/.test(handling);
  if (isStrict) response.set('Preference-Applied', 'handling=strict');
  return isStrict;
}

/** Sets `X-Ignored-Parameters`; throws `validation_failed` instead where the request is strict. */
export function tellUnknownParameters(
  { query, signed }: Endpoint,
  given: URLSearchParams,
  isStrict: boolean,
  response: Response,
): void {
  const known = new Set([...Object.keys(query?.shape ?? {}), ...(signed ? linkParameters : [])]);
  const unknown = [...new Set(given.keys())].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const names = namedInHeader(unknown.map((name) => [name]));
  if (names !== null) response.set('X-Ignored-Parameters', names);
  if (!isStrict) return;
  const text = (name: string): string => name.slice(0, 64).toWellFormed();
  throw invalid(
    unknown.map((name) => ({
      parameter: text(name),
      code: 'unknown_parameter',
      detail: 'is not a parameter of this endpoint',
    })),
  );
}
