/** Audit: whether the last check found everything as it was written, and who changed what, with filters and a file of it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { asWords } from '../../../ui/status.ts';
import { useLive, useWatched } from '../../base/loaded.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { atTime, recently } from '../../base/times.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { VerifySignoffs } from './verify-signoffs.tsx';
import { csvOf, saveCsv } from './audit-csv.ts';
import { SettingsScreen } from '../settings-screen.tsx';

type Entry = Awaited<ReturnType<Rest['listAudit']>>['data'][number];

const verify = 'npm run sitefile -- verify';
const perCall = 500;
const mostShown = 100;
/** 100,000 entries; more are for the backup. */
const mostCalls = 200;

export function Audit() {
  return (
    <SettingsScreen chosen="audit">
      <Integrity />
      <VerifySignoffs />
      <Log />
    </SettingsScreen>
  );
}

function Integrity() {
  const read = useWatched('integrity', () => rest.getIntegrity());
  return (
    <Shown of={read} rows={1}>
      {({ status, checked_at: at, next_check_at: next }) => {
        if (status === 'damaged')
          return (
            <Notice tone="stop">
              <b>Something was changed past the server</b>, by a person, a program or a disk. The last check was{' '}
              {at && atTime(at)}. Ask the operator to run <code>{verify}</code>: it names what differs and what to do.
            </Notice>
          );
        if (at === null)
          return (
            <Notice>
              Nothing was checked yet. Every server checks itself once a day. <CheckNow next={next} />
            </Notice>
          );
        return (
          <Notice tone="safe">
            <b>Everything is as it was written.</b> {atTime(at)} all records, sign-offs, photos and files were compared
            with the audit log. <CheckNow next={next} />
          </Notice>
        );
      }}
    </Shown>
  );
}

/** It reads every record and file of the server, so it is the operator who starts it, beside the work of the others. */
function CheckNow({ next }: { readonly next: string | null }) {
  return (
    <>
      {next && `The next check begins ${recently(next)}. `}The operator compares everything now with{' '}
      <code>{verify}</code>, which says on its terminal what it found.
    </>
  );
}

function Log() {
  const { searchParams } = useAddress();
  const address = useAddress();
  const [who, setWho] = useState(searchParams.get('who') ?? '');
  const kind = searchParams.get('kind') ?? '';
  const log = useLive('audit', () => rest.listAudit({ query: { limit: perCall } }));
  const work = useWork();
  const entries = log.value?.data ?? [];
  const kinds = [...new Set(entries.flatMap(({ changes }) => changes.map((change) => change.kind)))].toSorted();
  const wanted = (entry: Entry): boolean =>
    (!kind || entry.changes.some((change) => change.kind === kind)) &&
    entry.actor.name.toLowerCase().includes(who.trim().toLowerCase());
  const save = (): Promise<void> => work.run(async () => saveCsv(csvOf((await everyEntry()).filter(wanted))));
  return (
    <Panel
      actions={
        <Button busy={work.isBusy} icon="download" onClick={save} small>
          Save as CSV
        </Button>
      }
      title="Who changed what"
    >
      <div class="pad form">
        <Refusal of={work} />
        <div class="filters">
          <TextField label="Who" name="who" onInput={setWho} value={who} />
          <SelectField
            label="What"
            name="kind"
            onInput={(value) => go(withQuery(address, { kind: value }), true)}
            options={[['', 'Everything'], ...kinds.map((each) => [each, asWords(each)] as const)]}
            value={kind}
          />
        </div>
        <p class="second">The file has every entry that fits the filters; the list shows the newest {mostShown}.</p>
      </div>
      <Shown of={log}>
        {({ data }) => {
          const shown = data.filter(wanted).slice(0, mostShown);
          if (shown.length === 0) return <Empty icon="clipboard-clock" title="Nothing fits these filters." />;
          return (
            <ul class="rows">
              {shown.map((entry) => (
                <EntryRow entry={entry} key={entry.sequence} />
              ))}
            </ul>
          );
        }}
      </Shown>
    </Panel>
  );
}

function EntryRow({ entry: { actor, at, changes, origin, sequence } }: { readonly entry: Entry }) {
  return (
    <li>
      <span class="main">
        <b class="title">{saidOf(changes)}</b>
        <span class="second">
          {actor.name}, {asWords(actor.role).toLowerCase()}
          {origin === 'sync' && ', from a tablet'}
        </span>
      </span>
      <span class="code">no. {sequence}</span>
      <span class="second nowrap">{atTime(at)}</span>
    </li>
  );
}

const words: Readonly<Record<string, string>> = { create: 'added', patch: 'changed', remove: 'removed' };

/** What only followed from a change is in the file. */
function saidOf(changes: Entry['changes']): string {
  const made = changes.filter(({ change }) => change !== 'follow');
  const said = (made.length > 0 ? made : changes).map(
    ({ kind, change }) => `${asWords(kind)} ${words[change] ?? asWords(change).toLowerCase()}`,
  );
  return [...Map.groupBy(said, (each) => each)]
    .map(([each, { length }]) => (length > 1 ? `${each} (${length})` : each))
    .join(', ');
}

async function everyEntry(): Promise<Entry[]> {
  const found: Entry[] = [];
  let before: number | null = null;
  for (let calls = 0; calls < mostCalls; calls++) {
    const { data, meta }: Awaited<ReturnType<Rest['listAudit']>> = await rest.listAudit({
      query: { limit: perCall, ...(before === null ? {} : { before }) },
    });
    found.push(...data);
    before = meta.next_before;
    if (before === null) break;
  }
  return found;
}
