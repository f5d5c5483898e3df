/** Whether the tablet may hold an old version, followed as the server is heard. */
import { replica } from '../base/device.ts';
import { useLive, useNow } from '../base/signal.ts';
import { isTooSilent, tooSilent } from '../base/status.ts';
import type { Words } from '../words/en.ts';

/** What is said where nobody is briefed before the tablet hears from the server; null = they are. */
export function useTooSilent(words: Words): string | null {
  const now = useNow();
  const status = useLive('status', () => replica().status$) ?? replica().status;
  return isTooSilent(status, now, replica().settings) ? tooSilent(status, now, words) : null;
}
