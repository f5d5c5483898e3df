/** The roster strip: one cell a person. Its count in words is always beside it; above 24 people it is one bar with the same fills. */

/** `current` = signed the version in force, `old` = an earlier one, `missing` = not yet, `declined` = would not sign. */
export type Briefed = 'current' | 'old' | 'missing' | 'declined';

export const briefedWords: Readonly<Record<Briefed, string>> = {
  current: 'current',
  old: 'old version',
  missing: 'not yet',
  declined: 'declined',
};
const order = Object.keys(briefedWords) as readonly Briefed[]; // the keys of the object above
const mostCells = 24;

export function RosterStrip({
  people,
  large = false,
  words = briefedWords,
  nobody = 'nobody',
}: {
  readonly people: readonly Briefed[];
  readonly large?: boolean;
  readonly words?: Readonly<Record<Briefed, string>>;
  readonly nobody?: string;
}) {
  const sorted = people.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const counts = order.map((briefed) => [briefed, sorted.filter((each) => each === briefed).length] as const);
  const said = counts.filter(([, count]) => count > 0).map(([briefed, count]) => `${count} ${words[briefed]}`);
  const cells =
    sorted.length > mostCells
      ? counts.filter(([, count]) => count > 0)
      : sorted.map((briefed) => [briefed, 1] as const);
  return (
    <span
      aria-label={said.join(', ') || nobody}
      class={`roster${large ? ' large' : ''}${sorted.length > mostCells ? ' bar' : ''}`}
      role="img"
    >
      {cells.map(([briefed, count], i) => (
        <Cell count={count} key={i} briefed={briefed} />
      ))}
    </span>
  );
}

/** Styles are set through the DOM: the page allows none in markup. */
function Cell({ briefed, count }: { readonly briefed: Briefed; readonly count: number }) {
  return (
    <span
      class={`cell ${briefed}`}
      ref={(cell) => {
        if (cell) cell.style.flexGrow = String(count);
      }}
    />
  );
}

export function RosterLegend() {
  return (
    <span class="legend">
      {order.map((briefed) => (
        <span key={briefed}>
          <span class={`cell ${briefed}`} /> {briefedWords[briefed]}
        </span>
      ))}
    </span>
  );
}
