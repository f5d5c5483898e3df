/** The controls of a server in another process, for a page: each call is one request to site-program.ts. */
import type { Controls } from './controls.ts';

export interface Order {
  /** The first request for a site opens it. */
  readonly site: string;
  readonly name: keyof Controls;
  readonly given: readonly unknown[];
}

export function remoteControls(program: string): Controls {
  const site = crypto.randomUUID();
  const call = async (name: keyof Controls, given: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(program, { method: 'POST', body: JSON.stringify({ site, name, given }) });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { result?: unknown }).result;
  };
  // Every member of Controls is such a call, except `then`, so that `await` does not take it for a promise.
  return new Proxy({} as Controls, {
    get: (_, name: keyof Controls | 'then') =>
      name === 'then' ? undefined : (...given: readonly unknown[]) => call(name, given),
  });
}
