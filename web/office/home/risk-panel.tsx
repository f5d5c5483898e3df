/** The hazards of all documents that are not archived, by band, before their controls and after them. */
import { riskParts } from '../../ui/charts/risk-parts.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { Shown } from '../../ui/shown.tsx';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { useKept } from './use-kept.ts';

const bands = ['low', 'medium', 'high', 'very_high', 'not_rated'] as const;

interface Counted {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function RiskPanel() {
  const read = useKept('risk of all documents', countHazards);
  return (
    <Shown of={read} rows={2}>
      {({ before, after }, total = before.reduce((sum, count) => sum + count, 0)) =>
        total > 0 && (
          <Bars
            bars={[
              { label: 'Before', values: before },
              { label: 'After', values: after },
            ]}
            count={total === 1 ? '1 hazard' : `${total} hazards`}
            of="Hazards"
            parts={riskParts}
            title="Risk before and after controls"
          />
        )
      }
    </Shown>
  );
}

async function countHazards(): Promise<Counted> {
  const { data } = await everyRow((page) =>
    rest.listDocuments({ query: { status: 'draft,pending_review,approved', figures: 'true', ...page } }),
  );
  const sumOf = (when: 'before' | 'after'): number[] =>
    bands.map((band) => data.reduce((sum, { hazard_bands: counts }) => sum + (counts?.[when][band] ?? 0), 0));
  return { before: sumOf('before'), after: sumOf('after') };
}
