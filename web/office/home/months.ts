/** The mean score of the versions in force, at the end of each month and now. */

interface Scored {
  readonly versions: readonly {
    readonly approved_at: string;
    readonly superseded_at: string | null;
    readonly score: number;
  }[];
}

export interface Month {
  /** ms since 1970; the month is the one before this instant. */
  readonly end: number;
  readonly score: number;
  /** How many were in force. */
  readonly documents: number;
}

/** At most `most`, the last one now; none from before something was in force. */
export function scoresByMonth(documents: readonly Scored[], now: number, most: number): Month[] {
  const ends = Array.from({ length: most }, (_, i) => (i === most - 1 ? now : monthsAgo(most - 2 - i, now)));
  return ends.flatMap((end) => {
    const scores = documents.flatMap(({ versions }) => versions.find((each) => isInForce(each, end))?.score ?? []);
    if (scores.length === 0) return [];
    const sum = scores.reduce((total, score) => total + score, 0);
    return [{ end, score: Math.round(sum / scores.length), documents: scores.length }];
  });
}

function isInForce({ approved_at: start, superseded_at: end }: Scored['versions'][number], at: number): boolean {
  return Date.parse(start) <= at && (end === null || Date.parse(end) > at);
}

/** The first instant of the month so many before the present one, where its reader is. */
function monthsAgo(months: number, now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth() - months, 1).getTime();
}
