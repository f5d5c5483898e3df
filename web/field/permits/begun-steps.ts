/**
 * Steps of permits that somebody began to write down on this tablet: each kept until it was recorded or put away, also over a restart.
 * Not what was measured or looked at, which is true at its own time alone.
 */
import { kept, type Beside } from '../base/kept.ts';
import type { Written } from './asked.ts';

export interface BegunStep {
  /** Of its form. */
  readonly name: string;
  /** The state of the permit then. */
  readonly openedIn: string;
  /** When it was opened, ms since 1970. */
  readonly at: number;
  readonly written: Written;
}

/** By permit. */
export const begunSteps = kept<Readonly<Record<string, BegunStep>>>('permit steps begun', {});

export const nothingWritten: Written = { text: '', end: null };

/** Null = no form is open. */
export async function keepStep(permit: string, step: BegunStep | null, onlyOwn: Beside): Promise<void> {
  await begunSteps.change(
    ({ [permit]: _, ...others }) => (step && isWritten(step.written) ? { ...others, [permit]: step } : others),
    onlyOwn,
  );
}

function isWritten({ text, end, person }: Written): boolean {
  return text.trim() !== '' || end !== null || Boolean(person);
}
