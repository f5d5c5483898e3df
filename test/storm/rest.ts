/** Calls of the REST API that may meet a dead server. */
import { adminToken } from './site.ts';

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Null = no answer came, so nobody knows what happened. */
export async function call<Body>(
  url: string,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<Answered<Body> | null> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: (await response.json()) as Body }; // the caller knows the endpoint
  } catch {
    return null;
  }
}

/** For servers that are up: an idle connection may have been closed by one that died since. */
export async function fetchSurely(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** Throws unless it is done. */
export async function done<Body>(url: string, method: string, path: string, body?: object): Promise<Body> {
  const answer = await call<Body>(url, method, path, body);
  if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}
