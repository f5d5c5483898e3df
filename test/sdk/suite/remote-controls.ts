/** The controls of a world in another process, for a page: every call is one request to site-program.ts. */
import type { Controls } from './controls.ts';

export interface Order {
  /** The first order for a site opens it. */
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
  // Every member of Controls is such a call. It is no promise, for which `await` would take it.
  return new Proxy({} as Controls, {
    get: (_, name: keyof Controls | 'then') =>
      name === 'then' ? undefined : (...given: readonly unknown[]) => call(name, given),
  });
}
