/** What the doctor says of one thing. */
export interface Line {
  readonly verdict: 'ok' | 'warning' | 'problem';
  /** What was looked at, in one or two words. */
  readonly check: string;
  readonly says: string;
  /** What to do. */
  readonly advice?: string;
}

export function ok(check: string, says: string): Line {
  return { verdict: 'ok', check, says };
}

export function warning(check: string, says: string, advice: string): Line {
  return { verdict: 'warning', check, says, advice };
}

export function problem(check: string, says: string, advice: string): Line {
  return { verdict: 'problem', check, says, advice };
}

/** In hours up to two days, then in days. */
export function age(ms: number): string {
  const hours = ms / 3_600_000;
  return hours < 48 ? `${Math.max(0, Math.round(hours))} hours` : `${Math.round(hours / 24)} days`;
}
