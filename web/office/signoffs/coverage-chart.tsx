/** How far the briefing is on each document in force, the least briefed first. */
import { Bars } from '../../ui/charts/charts.tsx';
import type { Coverage } from '../base/coverage.ts';

const states = ['current', 'old', 'missing', 'declined'] as const;
/** More bars are no picture; the list below has them all. */
const mostShown = 12;

export function CoverageChart({ rows }: { readonly rows: readonly Coverage[] }) {
  const counted = rows
    .filter(({ current_approved_version: version }) => version !== null)
    .map(({ id, title, reference, people }) => ({
      label: reference ?? title,
      href: `/office/documents/${id}/signoffs`,
      values: states.map((state) => people.filter((each) => each.state === state).length),
      share: people.filter(({ state }) => state === 'current').length / Math.max(1, people.length),
    }))
    .toSorted((a, b) => a.share - b.share)
    .slice(0, mostShown);
  if (counted.length < 2) return null;
  return (
    <Bars
      bars={counted}
      of="Document"
      parts={[
        { word: 'Current', fill: 'safe' },
        { word: 'Old version', fill: 'care' },
        { word: 'Not yet', fill: 'plain' },
        { word: 'Declined', fill: 'stop' },
      ]}
      title="How far the briefing is"
    />
  );
}
