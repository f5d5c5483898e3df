/** What an endpoint that will go says with every answer (RFC 9745, RFC 8594; contract, REST, R57). */
import type { Endpoint } from '../../shared/rest/endpoint.ts';

const noticeDays = 180;
const dayMs = 86_400_000;

/** Undefined for an endpoint that stays. Throws where its users would have less than 180 days. */
export function deprecationHeaders({
  method,
  path,
  deprecated,
}: Endpoint): Readonly<Record<string, string>> | undefined {
  if (!deprecated) return undefined;
  const [since, sunset] = [Date.parse(deprecated.since), Date.parse(deprecated.sunset)];
  if (!(sunset - since >= noticeDays * dayMs))
    throw new Error(`${method} ${path} is to end less than ${noticeDays} days after it is deprecated`);
  return {
    Deprecation: `@${since / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${deprecated.link}>; rel="deprecation"; type="text/html"`,
  };
}
