/** What is said on the next screen of something that ended with the screen before; until somebody has read it. */
import { signal } from '../base/signal.ts';

/** A sentence in the language of the tablet; null = nothing. */
export const notice = signal<string | null>(null);
