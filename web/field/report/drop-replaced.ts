/** At each start, before this tab sends anything by itself. Its work is loaded only where there is some. */
import { keysKept } from '../base/kept.ts';
import { replacedKey } from './replaced-key.ts';

export async function dropReplaced(): Promise<void> {
  if ((await keysKept(replacedKey)).length > 0) await (await import('./replaced-photos.ts')).dropReplaced();
}
