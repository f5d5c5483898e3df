/** What a new version changed, as before and now in the words of the document, one entry for each hazard and section. */
import { linesOf, type Content, type Hazard } from '../base/content.ts';

export interface Difference {
  readonly title: string;
  /** Empty = it was not there. */
  readonly before: readonly string[];
  readonly now: readonly string[];
}

export function differencesOf(before: Content, now: Content): readonly Difference[] {
  return [
    ...compared(before.hazards, now.hazards, ({ name }) => name, hazardLines),
    ...compared(before.sections, now.sections, ({ title }) => title, linesOf),
  ];
}

interface Identified {
  readonly id: string;
}

function compared<Entry extends Identified>(
  before: readonly Entry[],
  now: readonly Entry[],
  titleOf: (entry: Entry) => string,
  lines: (entry: Entry) => readonly string[],
): Difference[] {
  const ids = new Set([...now, ...before].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [old, fresh] = [before, now].map((list) => list.find((each) => each.id === id));
    const title = fresh ?? old;
    if (!title) return [];
    const [was, is] = [old ? lines(old) : [], fresh ? lines(fresh) : []];
    const gone = was.filter((line) => !is.includes(line));
    const added = is.filter((line) => !was.includes(line));
    return gone.length + added.length === 0 ? [] : [{ title: titleOf(title), before: gone, now: added }];
  });
}

function hazardLines({ name, description, controls = [], risk_after: risk, band_after: band }: Hazard): string[] {
  const rating = risk == null ? [] : [`${risk} ${band?.replace('_', ' ') ?? ''}`];
  return [name, ...(description ? [description] : []), ...controls.map((control) => control.description), ...rating];
}
