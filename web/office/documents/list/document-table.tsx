/** The rows of the document list: what risk is left, how it scores, and who is briefed; Space on a row shows its preview. */
import { strongFrom } from '../../../../shared/compliance/bands.ts';
import { IconButton } from '../../../ui/button.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { RosterStrip } from '../../../ui/roster-strip.tsx';
import { asWords, statusTone, statusWord } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { Coverage } from '../../base/coverage.ts';
import { everyRow } from '../../base/every-row.ts';
import { useLive } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { go, withQuery } from '../../base/place.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { useSites } from '../../base/sites.ts';
import { onDay } from '../../base/times.ts';
import { foldPane, isFolded } from '../../frame/pane.tsx';
import { selectByKey, type Selection } from '../../frame/selection.ts';

export type Row = Awaited<ReturnType<Rest['listDocuments']>>['data'][number];

export function DocumentTable({
  rows,
  chosen,
  selection,
}: {
  readonly rows: readonly Row[];
  readonly chosen: string;
  /** Null where nothing can be done with several. */
  readonly selection: Selection | null;
}) {
  const sites = useSites();
  const mayRead = useMay('signoffs:read');
  const coverage = useLive(`coverage ${mayRead}`, async () =>
    mayRead ? (await everyRow((query) => rest.listCoverage({ query }))).data : [],
  );
  const peopleOf = new Map((coverage.value ?? []).map(({ id, people }) => [id, people]));
  const preview = (id: string): void => {
    const isShown = id === chosen && !isFolded('preview');
    if (!isShown) foldPane('preview', false);
    go(withQuery(new URL(location.href), { preview: isShown ? null : id }), true);
  };
  return (
    <table class="table folds">
      <thead>
        <tr>
          <th>Document</th>
          <th>Status</th>
          <th>Risk left</th>
          <th class="end">Score</th>
          <th>Briefed</th>
          <th>Changed</th>
          <th>
            <span class="unseen">Preview</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            aria-current={row.id === chosen ? 'true' : undefined}
            key={row.id}
            onKeyDown={(event) => {
              if (selection) selectByKey(event, () => selection.toggle(row.id));
              if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return;
              event.preventDefault();
              preview(row.id);
            }}
          >
            <td>
              <div class={selection ? 'pick' : undefined}>
                {selection && (
                  <input
                    aria-label={`Select ${row.title}`}
                    checked={selection.has(row.id)}
                    onChange={() => selection.toggle(row.id)}
                    type="checkbox"
                  />
                )}
                <span>
                  <a class="title two-lines" href={`/office/documents/${row.id}`}>
                    {row.short_title || row.title}
                  </a>
                  <span class="second">
                    <span class="code">{row.reference ?? asWords(row.document_type)}</span>{' '}
                    {sites.filter(({ id }) => id === row.site_id).map(({ name }) => `· ${name}`)}
                  </span>
                </span>
              </div>
            </td>
            <td class="nowrap">
              <Tag tone={statusTone(row.status)}>{statusWord(row.status)}</Tag> v{row.version}
            </td>
            <td>
              <RiskChip band={row.band_after} notRated="none" risk={row.risk_after} />
            </td>
            <td class="end">
              <Score score={row.score} />
            </td>
            <td>
              <BriefedCell people={peopleOf.get(row.id) ?? []} version={row.current_approved_version} />
            </td>
            <td class="nowrap second">{onDay(row.updated_at)}</td>
            <td class="above">
              <IconButton icon="eye" label={`Preview ${row.title}`} onClick={() => preview(row.id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Score({ score }: { readonly score: number | null }) {
  if (score === null) return <span class="quiet">not checked</span>;
  return (
    <b class={score < strongFrom ? 'tone-stop' : undefined}>
      <span class="unseen">Score </span>
      {score}
    </b>
  );
}

function BriefedCell({ people, version }: { readonly people: Coverage['people']; readonly version: number | null }) {
  if (version === null || people.length === 0) return <span class="quiet">not yet</span>;
  const current = people.filter(({ state }) => state === 'current').length;
  return (
    <span class="briefed-cell">
      <span>
        {current} of {people.length}
      </span>
      <RosterStrip people={people.map(({ state }) => state)} />
    </span>
  );
}
