/** The public HTTP API with a bearer token, for commands that go through a running server. A refusal becomes a one-line error. */
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';

export interface Api {
  /** Null for 404. */
  read(path: string): Promise<JsonObject | null>;
  /** Every page of a list. */
  list(path: string): Promise<readonly JsonObject[]>;
  /** `what` names the record in error messages. */
  write(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    what: string,
    body?: JsonObject,
  ): Promise<JsonObject>;
}

const maxAttempts = 10;

/** `notice` is told about fields that the server ignores. */
export function openApi(url: string, token: string, notice: (line: string) => void = () => {}): Api {
  const call = async (method: string, path: string, what: string, body?: JsonObject): Promise<Answer> => {
    const answer = await whileBusy(() =>
      ask(url, path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(60_000),
      }),
    );
    if (answer.ok || (method === 'GET' && answer.status === 404)) return answer;
    throw new Error(refusal(answer, what));
  };

  const read = async (path: string): Promise<JsonObject | null> => {
    const response = await call('GET', path, path);
    return response.status === 404 ? null : json(response);
  };

  return {
    read,
    list: async (path) => {
      const rows: JsonObject[] = [];
      for (let page = 1; ; page++) {
        const answer = await read(`${path}?per_page=100&page=${page}`);
        const found = answer?.['data'];
        if (!Array.isArray(found)) throw new Error(`GET ${path} did not answer with a list`);
        rows.push(...found.filter(isJsonObject));
        if (found.length < 100) return rows;
      }
    },
    write: async (method, path, what, body) => {
      const response = await call(method, path, what, body);
      const ignored = response.headers.get('x-ignored-fields');
      if (ignored) notice(`${what}: the server ignores ${ignored}`);
      return json(response);
    },
  };
}

/** Repeats a request while the server answers that it is busy, after the pause that the server names. */
export async function whileBusy<T extends { readonly status: number; readonly headers: Headers }>(
  request: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request();
    if ((answer.status !== 429 && answer.status !== 503) || attempt === maxAttempts) return answer;
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

interface Answer {
  readonly url: string;
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(url: string, path: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, request);
    const { ok, status, headers } = response;
    return { url: response.url, ok, status, headers, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`no server answers at ${url} (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause: error,
    });
  }
}

function json({ url, text }: Answer): JsonObject {
  if (text === '') return {};
  try {
    const body = JSON.parse(text) as Json; // what JSON.parse yields is JSON
    if (isJsonObject(body)) return body;
  } catch {
    // Not JSON: reported below.
  }
  throw new Error(`what answers at ${url} is not Sitefile`);
}

function refusal(answer: Answer, what: string): string {
  if (answer.status === 401) return 'the token is not accepted; give one by --token or SITEFILE_ADMIN_TOKEN';
  const problem = json(answer);
  const fields = Array.isArray(problem['errors']) ? problem['errors'].filter(isJsonObject) : [];
  const reasons = fields.map(({ pointer, detail }) => `${String(pointer ?? '')} ${String(detail ?? '')}`.trim());
  return [`${what} was refused: ${String(problem['detail'] ?? answer.status)}`, ...reasons].join(' · ');
}
