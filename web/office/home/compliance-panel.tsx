/** Compliance over time: the mean score of the versions in force, month by month. */
import { bandOfScore, strongFrom } from '../../../shared/compliance/bands.ts';
import { Line } from '../../ui/charts/charts.tsx';
import { Shown } from '../../ui/shown.tsx';
import { asWords } from '../../ui/status.ts';
import { serverTime } from '../base/clock.ts';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { scoresByMonth, type Month } from './months.ts';
import { useKept } from './use-kept.ts';

const mostMonths = 6;

export function CompliancePanel() {
  const read = useKept('compliance over time', async () => {
    const { data } = await everyRow((query) => rest.listComplianceHistory({ query }));
    return scoresByMonth(data, serverTime(), mostMonths);
  });
  return (
    <Shown of={read} rows={2}>
      {(months) =>
        months.length > 1 && (
          <Line
            strongFrom={strongFrom}
            of="Month"
            points={months.map((month, i) => ({
              label: i === months.length - 1 ? 'Now' : nameOf(month),
              value: month.score,
              word: `${asWords(bandOfScore(month.score))}, ${countOf(month)}`,
            }))}
            title="Compliance over time"
          />
        )
      }
    </Shown>
  );
}

function nameOf({ end }: Month): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'short' }).format(end - 1);
}

function countOf({ documents }: Month): string {
  return documents === 1 ? '1 document' : `${documents} documents`;
}
