/** Sends hostile calls and validates every response against the rules for all responses. */
import { expect } from 'vitest';
import { openChance, type Chance } from '../../kit/clock.ts';
import type { Answer } from '../../kit/world.ts';
import { differencesOf, openDescribed } from '../../openapi/described.ts';
import { openFirm, type Firm } from './firm.ts';
import type { RawBody } from './hostile.ts';
import { requireProblem } from './outcome.ts';
import { sentBy, successOf, type TableRow } from './rows.ts';
import { openSite, pathTo, type CallOptions, type Site } from './site.ts';

/** `SEEDS=10` runs longer. */
export const seeds: readonly number[] = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_, i) => i + 1);

export function chanceFor(seed: number, name: string): Chance {
  return openChance([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed * 7919));
}

interface Sent extends Pick<CallOptions, 'body' | 'headers'> {
  /** Instead of `body`: raw bytes with the given media type. */
  readonly raw?: RawBody;
}

export interface Fuzzer extends AsyncDisposable {
  readonly site: Site;
  /** `path` = as sent. Fails on a 5xx, and on any response that the row does not describe. */
  send(row: TableRow, path: string, sent?: Sent): Promise<Answer<unknown>>;
  /** Calls that would succeed without the hostile change. */
  ready(row: TableRow): Ready;
}

export interface Ready {
  options(): Promise<CallOptions>;
  /** Without a query. */
  path(): Promise<string>;
  try(change: (body: Readonly<Record<string, unknown>>) => unknown, headers?: CallOptions['headers']): Promise<void>;
}

export async function openFuzzer(): Promise<Fuzzer> {
  const site = await openSite();
  const elsewhere = await openFirm(site);
  const described = openDescribed();

  const send: Fuzzer['send'] = async ({ name, endpoint }, path, { raw, body, headers } = {}) => {
    const content = raw?.body ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(site.world.url + path, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${site.world.adminToken}`,
        ...(content === undefined ? {} : { 'content-type': raw?.type ?? 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text ? JSON.parse(text) : undefined;
    const answer = { status: response.status, headers: response.headers, text, body: parsed };
    const faults = faultsOf(answer);
    // Outside the table: an address that cannot be decoded, or of another route.
    if (![304, 404].includes(answer.status)) faults.push(...differencesOf(described, name, answer));
    if (faults.length > 0) {
      const call = JSON.stringify({ path: path.slice(0, 300), headers, body, raw }).slice(0, 1500);
      expect.fail(`${name} ${call} → ${answer.status} ${text.slice(0, 500)}\n${faults.join('\n')}`);
    }
    if (answer.status >= 400) requireProblem(answer);
    return answer;
  };

  return {
    site,
    send,
    ready: (row) => readyFor(row, site, elsewhere, send),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** Prepared anew after a successful call, which may have changed the state; a limited number of times. */
function readyFor(row: TableRow, site: Site, elsewhere: Firm, send: Fuzzer['send']): Ready {
  let standing: CallOptions | undefined;
  let succeeded = 0;
  const ready: Ready = {
    async options() {
      standing ??= await successOf(row.name, site);
      // A setting may forbid what other rows attempt.
      return row.name === 'updateOrganisation' ? { ...standing, headers: await elsewhere.as('owner') } : standing;
    },
    async path() {
      const { params } = await ready.options();
      return pathTo(row.endpoint.path, { ...site.ids, ...params });
    },
    async try(change, more) {
      const options = await ready.options();
      const path = (await ready.path()) + (options.query ?? '');
      const answer = await send(row, path, { body: change(sentBy(options)), headers: { ...options.headers, ...more } });
      if (answer.status < 300 && ++succeeded <= 6) standing = undefined;
    },
  };
  return ready;
}

/** Phrases of zod and V8. */
export const libraryPhrase =
  /\bToo (?:small|big)\b|Invalid (?:input|option|string|UUID|URL|email|ISO|key)\b|Unrecognized key|expected \w+, received|Unexpected (?:token|end|non-whitespace|string|number)|\bin JSON\b|at position \d|\b[Zz]od(?:Error)?\b/;

/** No server fault, no HTML page, no internal details, and no phrase of a library. */
function faultsOf({ status, headers, text }: Answer<unknown>): string[] {
  const inside = /<html|<!doctype|\bsqlite|postgres|node_modules|\.ts:\d+|\bat \w+ \(|\/tmp\//i.exec(text);
  return [
    ...(status >= 500 ? ['is a fault'] : []),
    ...(inside ? [`tells ${inside[0]}`] : []),
    ...(libraryPhrase.test(text) ? [`says ${libraryPhrase.exec(text)?.[0]}`] : []),
    ...(status >= 400 && headers.get('content-type') !== 'application/problem+json' ? ['is no problem'] : []),
  ];
}
