/** The approved versions of a document, each with its approval, and any two of them compared: `/versions/1..3`. */
import { conditionsNow, type ConditionMark } from '../../../../shared/resources/document/conditions.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Shown, ShownRows } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { asWords } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useLive, useLoaded } from '../../base/loaded.ts';
import { go, useAddress } from '../../base/place.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { usePlaces } from '../../base/sites.ts';
import { atTime } from '../../base/times.ts';
import { conditionInFull } from '../condition-words.ts';
import type { DocumentPart } from '../part.ts';
import { changesBetween, unchangedBetween } from '../review/changes.ts';
import { ChangeKeys } from '../review/change-keys.tsx';
import { Changes } from '../review/changes-table.tsx';
import { MarkedPdf } from './marked-pdf.tsx';

type Row = Awaited<ReturnType<Rest['listVersions']>>['data'][number];

export function Versions({ document: { id, condition_marks: marks } }: DocumentPart) {
  const { pathname } = useAddress();
  const range = /\/versions\/(\d+)\.\.(\d+)$/.exec(pathname);
  const list = useLive(`versions ${id}`, () => rest.listVersions({ document: id }));
  return (
    <ShownRows
      empty={
        <Panel title="Versions">
          <Empty title="No version was approved yet." />
        </Panel>
      }
      of={list}
    >
      {(unsorted, rows = unsorted.toSorted((a, b) => b.version - a.version)) => (
        <>
          {range && <Comparison from={Number(range[1])} id={id} to={Number(range[2])} versions={rows} />}
          <Panel count={rows.length} title="Versions">
            <ul class="rows">
              {rows.map((row, i) => (
                <VersionRow before={rows[i + 1]} id={id} key={row.version} marks={marks} row={row} />
              ))}
            </ul>
          </Panel>
        </>
      )}
    </ShownRows>
  );
}

function VersionRow({
  id,
  row,
  marks,
  before,
}: {
  readonly id: string;
  readonly row: Row;
  readonly marks: readonly ConditionMark[] | undefined;
  readonly before: Row | undefined;
}) {
  const { version, state, approved_by, approved_at, change_summary, change_significance } = row;
  return (
    <li>
      <span class="number">v{version}</span>
      <span class="main">
        {before ? (
          <a class="title" href={`/office/documents/${id}/versions/${before.version}..${version}`}>
            What changed since version {before.version}
          </a>
        ) : (
          <b class="title">The first version</b>
        )}
        <span class="second">
          {[
            `${approved_by.name}, ${atTime(approved_at)}`,
            change_significance && `${change_significance} change`,
            change_summary,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {conditionsNow(row, marks).map((each) => (
          <span class="second" key={each.number}>
            Condition: {conditionInFull(each)}
          </span>
        ))}
      </span>
      <Tag tone={state === 'current' ? 'safe' : 'plain'}>{state === 'current' ? 'In force' : asWords(state)}</Tag>
    </li>
  );
}

function Comparison({
  id,
  from,
  to,
  versions,
}: {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly versions: readonly Row[];
}) {
  const { placeName } = usePlaces();
  const read = useLoaded(`compare ${id} ${from} ${to}`, () =>
    Promise.all([from, to].map((version) => rest.getVersion({ document: id, version: String(version) }))),
  );
  const choose = (a: string, b: string): void => go(`/office/documents/${id}/versions/${a}..${b}`, true);
  const options = versions.map(({ version }) => [String(version), `Version ${version}`] as const);
  return (
    <Panel
      actions={
        <span class="filters inline">
          <SelectField
            label="From"
            name="from"
            onInput={(a) => choose(a, String(to))}
            options={options}
            value={String(from)}
          />
          <SelectField
            label="To"
            name="to"
            onInput={(b) => choose(String(from), b)}
            options={options}
            value={String(to)}
          />
          <MarkedPdf from={from} id={id} key={`${from}..${to}`} small to={to} />
        </span>
      }
      title={`Version ${to} against version ${from}`}
    >
      <Shown of={read}>
        {([old, fresh]) => {
          const changes = old && fresh ? changesBetween(old.content, fresh.content, placeName) : [];
          if (!old || !fresh || changes.length === 0)
            return <Empty icon="check" title="Nothing differs between the two." />;
          return (
            <>
              <ChangeKeys mayComment={false} />
              <Changes
                changes={changes}
                titles={[`Version ${from}`, `Version ${to}`]}
                unchanged={unchangedBetween(old.content, fresh.content)}
              />
            </>
          );
        }}
      </Shown>
    </Panel>
  );
}
