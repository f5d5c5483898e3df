/** Audit: whether the last check found everything as it was written, and who changed what, with filters and a file of it. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/charts/progress.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { asWords } from '../../../ui/status.ts';
import { useWatched } from '../../base/loaded.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { atTime, recently } from '../../base/times.ts';
import { VerifySignoffs } from './verify-signoffs.tsx';
import { useLog, type Entry } from './read-log.ts';
import { useCsv } from './save-csv.tsx';
import { SettingsScreen } from '../settings-screen.tsx';

const verify = 'npm run sitefile -- verify';
const mostShown = 100;

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
  const address = useAddress();
  const [who, setWho] = useState(address.searchParams.get('who') ?? '');
  const kind = address.searchParams.get('kind') ?? '';
  const name = who.trim().toLowerCase();
  const fits = (entry: Entry): boolean =>
    (!kind || entry.changes.some((change) => change.kind === kind)) && entry.actor.name.toLowerCase().includes(name);
  const log = useLog(fits, `${kind} ${name}`, mostShown);
  const csv = useCsv(fits);
  return (
    <Panel actions={csv.buttons} title="Who changed what">
      <div class="pad form">
        {csv.said}
        <div class="filters">
          <TextField label="Who" name="who" onInput={setWho} value={who} />
          <SelectField
            label="What"
            name="kind"
            onInput={(value) => go(withQuery(address, { kind: value }), true)}
            options={[
              ['', 'Everything'],
              ...(log.newest.value?.meta.kinds ?? []).map((each) => [each, asWords(each)] as const),
            ]}
            value={kind}
          />
        </div>
        <p class="second">
          The file has every entry that fits the filters, to the first of the log; the list shows the newest {mostShown}
          .
        </p>
      </div>
      <Shown of={log.newest}>
        {() => (
          <>
            <ul class="rows">
              {log.found.map((entry) => (
                <EntryRow entry={entry} key={entry.sequence} />
              ))}
            </ul>
            {log.found.length < mostShown && <HowFar of={log} />}
          </>
        )}
      </Shown>
    </Panel>
  );
}

/** Below fewer entries than the list shows: whether there are no more, and how much was looked through. */
function HowFar({ of: log }: { readonly of: ReturnType<typeof useLog> }) {
  const { found, looked, newest, oldest } = log;
  if (!log.isWanted && !log.isFull)
    return found.length === 0 ? (
      <Empty icon="clipboard-clock" title="Nothing fits these filters." />
    ) : (
      <p class="pad second">Every entry was looked through: {found.length === 1 ? '1 fits' : `${found.length} fit`}.</p>
    );
  const last = newest.value?.data[0]?.sequence ?? 0;
  const until = oldest ? atTime(oldest.at) : '';
  const entries = `${looked.toLocaleString('en-GB')} entries`;
  if (log.goesOn)
    return (
      <div class="pad form">
        <Progress
          all={last}
          done={last - (oldest?.sequence ?? last)}
          words={`${entries} looked through, to ${until}`}
        />
        <Button onClick={log.stop} small>
          Stop
        </Button>
      </div>
    );
  if (log.isFull)
    return (
      <p class="pad second">
        The newest {entries} were looked through, to {until}. Save as CSV looks through all of them.
      </p>
    );
  return (
    <div class="pad">
      <Notice
        actions={
          <Button onClick={log.goOn} small>
            Go on
          </Button>
        }
        tone="care"
      >
        {log.failure ?? `Stopped after ${entries}, at ${until}: older ones that fit are not shown.`}
      </Notice>
    </div>
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
