/** Registers the worker that opens the app when there is no server. The page's policy takes its address from this one place only. */
import { signal } from './signal.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

const address = '/field-worker.js';

/** Whether the app opens without signal. Browsers allow it on pages that were loaded over https only. */
export const opensOffline = signal('serviceWorker' in navigator);

/** Whether a new build waits for all windows of this one to be closed. */
export const updateReady = signal(false);

export function keepOffline(): void {
  if (!opensOffline.value) return;
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const trusted = trustedTypes?.createPolicy('sitefile-worker', { createScriptURL: () => address });
  // A worker that was registered before stays, and this succeeds, also without a server.
  navigator.serviceWorker
    .register(trusted?.createScriptURL(address) ?? address, { scope: '/field' })
    .then(followUpdates)
    .catch(() => opensOffline.set(false));
}

function followUpdates(registration: ServiceWorkerRegistration): void {
  // Without a controller it is the first build that is installed.
  const show = (): void =>
    updateReady.set(registration.waiting !== null && navigator.serviceWorker.controller !== null);
  show();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', show));
}
