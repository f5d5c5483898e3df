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

/** By permit and time of opening: two tabs may each write one. */
export const begunSteps = kept<Readonly<Record<string, BegunStep>>>('permit steps begun', {});

export const nothingWritten: Written = { text: '', end: null };

/** Of a key. */
export function permitOf(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}

/** The one of the permit that was written last. */
export function lastOf(
  all: Readonly<Record<string, BegunStep>>,
  permit: string,
  isForm: (name: string) => boolean,
): BegunStep | undefined {
  return Object.entries(all).findLast(([key, { name }]) => permitOf(key) === permit && isForm(name))?.[1];
}

export async function keepStep(permit: string, step: BegunStep, onlyOwn: Beside): Promise<void> {
  const added = isWritten(step.written) ? { [`${permit} ${step.at}`]: step } : {};
  await begunSteps.change((all) => ({ ...without(all, permit, step), ...added }), onlyOwn);
}

export async function dropStep(permit: string, step: BegunStep, onlyOwn: Beside): Promise<void> {
  await begunSteps.change((all) => without(all, permit, step), onlyOwn);
}

/** What another tab began stays. */
function without(
  all: Readonly<Record<string, BegunStep>>,
  permit: string,
  { at }: BegunStep,
): Record<string, BegunStep> {
  return Object.fromEntries(Object.entries(all).filter(([key, step]) => permitOf(key) !== permit || step.at !== at));
}

function isWritten({ text, end, person }: Written): boolean {
  return text.trim() !== '' || end !== null || Boolean(person);
}
