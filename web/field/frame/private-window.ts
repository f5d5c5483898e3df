/** Whether the browser forgets everything of this window when it is closed. No browser says so; each shows it in another way. */
import { signal } from '../base/signal.ts';

export const isPrivate = signal(false);

export async function lookForPrivateWindow(): Promise<void> {
  isPrivate.set(await looksPrivate());
}

async function looksPrivate(): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined; // absent without https
  if (!storage) return false;
  // Firefox and Safari give a private window no files of its own.
  if (!(await storage.getDirectory().then(Boolean, () => false))) return true;
  // Chromium keeps it in memory, and gives it little more than a page may use of that; on a disk it is many times more.
  const { memory } = performance as { readonly memory?: { readonly jsHeapSizeLimit: number } };
  const { quota } = await storage.estimate();
  return memory !== undefined && quota !== undefined && quota < 2 * memory.jsHeapSizeLimit;
}
