/** The headers of every response of a deprecated endpoint (RFC 9745, RFC 8594; contract, REST, R57). */
import type { Endpoint } from '../../shared/rest/endpoint.ts';

const noticeDays = 180;
const dayMs = 86_400_000;

/** Undefined for an endpoint that is not deprecated. Throws where the notice is shorter than 180 days. */
export function deprecationHeaders({
  method,
  path,
  deprecated,
}: Endpoint): Readonly<Record<string, string>> | undefined {
  if (!deprecated) return undefined;
  const [since, sunset] = [Date.parse(deprecated.since), Date.parse(deprecated.sunset)];
  if (!(sunset - since >= noticeDays * dayMs))
    throw new Error(`${method} ${path} ends less than ${noticeDays} days after its deprecation`);
  return {
    Deprecation: `@${since / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${deprecated.link}>; rel="deprecation"; type="text/html"`,
  };
}
