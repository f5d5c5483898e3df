/** Registers the worker that opens the app when there is no server. The page's policy takes its address from this one place only. */

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

const address = '/field-worker.js';

export function keepOffline(): void {
  // Absent on a page that was not loaded over https.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const trusted = trustedTypes?.createPolicy('sitefile-worker', { createScriptURL: () => address });
  void workers?.register(trusted?.createScriptURL(address) ?? address, { scope: '/field' }).catch(() => undefined);
}
