/** To settle: what waits at one side, and at the other the one that is open: two values side by side, or an edit that was not taken. */
import { useRef } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { everyRow } from '../base/every-row.ts';
import { useWatched } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { goFrom, useAddress } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { isUnsaved } from '../base/unsaved.ts';
import { Screen } from '../frame/screen.tsx';
import { ConflictPanel } from './conflict.tsx';
import { fieldWords } from '../base/field-words.ts';
import { useItsDocuments } from './its-documents.ts';
import { MergedThisWeek } from './merged-this-week.tsx';
import { refusedTitle } from './refused-title.ts';
import { RefusedPanel } from './refused.tsx';
import { Settled } from './settled.tsx';
import type { Conflict, Refused } from './waiting.ts';

interface Waiting {
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly Refused[];
  /** Those that were dealt with, the newest. */
  readonly seen: readonly Refused[];
}

/** `id` '' = the first that waits. */
export function Settle({ id }: { readonly id: string }) {
  const maySettle = useMay('conflicts:write');
  const { pathname } = useAddress();
  // A refusal changes no record.
  const waiting = useWatched(`to settle ${maySettle}`, async (told): Promise<Waiting> => {
    const [conflicts, refused, seen] = await Promise.all([
      everyRow((page) => rest.listConflicts({ query: { status: 'open', ...page } }), told('conflicts')),
      maySettle ? everyRow((page) => rest.listRefused({ query: { status: 'open', ...page } })) : { data: [] },
      maySettle ? rest.listRefused({ query: { status: 'seen', per_page: 100 } }) : { data: [] },
    ]);
    return { conflicts: conflicts.data, refused: refused.data, seen: seen.data };
  });
  return (
    <Screen title="To settle">
      <Shown of={waiting}>
        {(all) => (
          <ToSettle
            id={id}
            onSettled={() => {
              goFrom(pathname, '/office/settle', true);
              waiting.again();
            }}
            waiting={all}
          />
        )}
      </Shown>
    </Screen>
  );
}

/** What is open stays while somebody writes about it, although another person has dealt with it meanwhile. */
function ToSettle({
  id,
  waiting: { conflicts, refused, seen },
  onSettled,
}: {
  readonly id: string;
  readonly waiting: Waiting;
  readonly onSettled: () => void;
}) {
  const last = useRef<Opened>({});
  /** By this person here: it goes, with what they wrote to settle it. */
  const settled = useRef<string | undefined>(undefined);
  const lastId = idOf(last.current);
  const isOpen = lastId !== undefined && lastId !== settled.current && (id === '' || id === lastId);
  const isKept = isOpen && isUnsaved();
  const chosen = isKept ? lastId : id || (conflicts[0] ?? refused[0])?.id;
  const found: Opened = {
    conflict: conflicts.find((each) => each.id === chosen),
    refused: [...refused, ...seen].find((each) => each.id === chosen),
  };
  const opened = isKept && idOf(found) === undefined ? last.current : found;
  last.current = opened;
  return (
    <div class={id ? 'settle opened' : 'settle'}>
      <List chosen={chosen} conflicts={conflicts} refused={refused} seen={seen} />
      <Open
        {...opened}
        conflicts={conflicts}
        id={id}
        onSettled={() => {
          settled.current = idOf(opened);
          onSettled();
        }}
      />
    </div>
  );
}

interface Opened {
  readonly conflict?: Conflict | undefined;
  readonly refused?: Refused | undefined;
}

function idOf({ conflict, refused }: Opened): string | undefined {
  return (conflict ?? refused)?.id;
}

function List({ conflicts, refused, seen, chosen }: Waiting & { readonly chosen: string | undefined }) {
  const names = useDocumentNames(conflicts.length + refused.length + seen.length > 0);
  return (
    <div class="stack">
      <Panel count={conflicts.length} title="Two values">
        {conflicts.length === 0 ? (
          <Empty icon="merge" title="No two people wrote different values." />
        ) : (
          <ul class="rows">
            {conflicts.map(({ id, record_kind: kind, field, author, created_at: at, document_id: document }) => (
              <li aria-current={id === chosen ? 'true' : undefined} key={id}>
                <Icon name="merge" size={20} tone="care" />
                <span class="main">
                  <a class="title" href={hrefOf(id)}>
                    {asWords(kind)}: {fieldWords(field)}
                  </a>
                  <span class="second">
                    {[names.get(document ?? ''), author.name, recently(at)].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel count={refused.length} title="Edits that were not taken">
        {refused.length === 0 ? (
          <Empty icon="check" title="Every edit from the sites was taken, or is settled." />
        ) : (
          <RefusedRows chosen={chosen} names={names} rows={refused} tone="stop" />
        )}
        {seen.length > 0 && (
          <details class="pad">
            <summary>Dealt with: {seen.length === 100 ? 'the last 100' : seen.length}</summary>
            <RefusedRows chosen={chosen} names={names} rows={seen} tone="plain" />
          </details>
        )}
      </Panel>
      <MergedThisWeek />
    </div>
  );
}

/** References, or titles where there is none, by id. */
type DocumentNames = ReadonlyMap<string, string>;

function useDocumentNames(isNeeded: boolean): DocumentNames {
  return new Map([...useItsDocuments(isNeeded)].map(([id, { reference, title }]) => [id, reference ?? title] as const));
}

const hrefOf = (id: string): string => `/office/settle/${id}`;

function RefusedRows({
  rows,
  chosen,
  names,
  tone,
}: {
  readonly rows: readonly Refused[];
  readonly names: DocumentNames;
  readonly chosen: string | undefined;
  readonly tone: 'stop' | 'plain';
}) {
  return (
    <ul class="rows">
      {rows.map((each) => (
        <li aria-current={each.id === chosen ? 'true' : undefined} key={each.id}>
          <Icon name="octagon-x" size={20} tone={tone} />
          <span class="main">
            <a class="title" href={hrefOf(each.id)}>
              {refusedTitle(each)}
            </a>
            <span class="second">
              {[names.get(each.document_id ?? ''), recently(each.at)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Open({
  id,
  conflict,
  conflicts,
  refused,
  onSettled,
}: Opened & {
  readonly id: string;
  readonly conflicts: readonly Conflict[];
  readonly onSettled: () => void;
}) {
  if (conflict)
    return <ConflictPanel conflict={conflict} isChosen={id !== ''} key={conflict.id} onSettled={onSettled} />;
  if (refused) return <RefusedPanel key={refused.id} onSettled={onSettled} refused={refused} />;
  return id ? <Settled id={id} key={id} open={conflicts} /> : null;
}
