/** One permit: the time left and who answers for it, what can be done now, its gas tests, isolations and fire watch, and its log. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { remaining } from '../../ui/words/remaining.ts';
import { Shown } from '../../ui/shown.tsx';
import { asWords } from '../../ui/status.ts';
import { serverTime } from '../base/clock.ts';
import { useLink } from '../base/live.ts';
import { useLive, useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useNow } from '../base/now.ts';
import { go, goFrom, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { useSites } from '../base/sites.ts';
import { recently } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { verbs, isVerb, nextVerb, otherVerbs, type Verb } from './verbs.ts';
import { FireWatch } from './fire-watch.tsx';
import { GasTests } from './gas-tests.tsx';
import { Isolations } from './isolations.tsx';
import { factsOf } from './permit-facts.ts';
import { PermitLog } from './permit-log.tsx';
import { nameOf, stateTones, type PermitPart } from './types.ts';

const hourMs = 3_600_000;

export function Permit({ id }: { readonly id: string }) {
  const read = useLive(`permit ${id}`, () => rest.getPermit({ permit: id }));
  const organisation = useLoaded('organisation', () => rest.getOrganisation());
  const [changed, setChanged] = useState<PermitPart['permit']>();
  const again = (reply?: PermitPart['permit']): void => (reply ? setChanged(reply) : read.again());
  const link = useLink();
  // The server that comes back may be an older one, from a backup.
  useEffect(() => setChanged((before) => (link === 'live' ? before : undefined)), [link]);
  const isNewer = changed?.id === id && changed.revision > (read.value?.revision ?? 0);
  const value = isNewer ? changed : read.value;
  const mayWrite = useMay('permits:write');
  const settings = organisation.value?.settings;
  return (
    <Screen before={<WayBack name="Permits" to="/office/permits" />} title={value ? nameOf(value) : 'Permit'}>
      <Shown
        of={
          settings ? { ...read, value } : { ...read, value: undefined, failure: read.failure ?? organisation.failure }
        }
      >
        {(permit) => settings && <Parts again={again} mayWrite={mayWrite} permit={permit} settings={settings} />}
      </Shown>
    </Screen>
  );
}

function Parts(part: PermitPart) {
  const address = useAddress();
  const asked = address.searchParams.get('do');
  const { permit, settings, mayWrite } = part;
  const isPossible = (verb: Verb): boolean =>
    verb === nextVerb(permit, serverTime(), settings) || otherVerbs(permit, serverTime(), settings).includes(verb);
  // Its words stay when somebody else was quicker; the server then says why it is too late.
  const opened = useRef<Verb | null>(null);
  const verb = isVerb(asked) && (opened.current === asked || isPossible(asked)) ? asked : null;
  opened.current = verb;
  /** Shown, and it stays when nothing more may be done: somebody may be writing in it. */
  const isShown = useRef(false);
  isShown.current = verb !== null && (mayWrite || isShown.current);
  return (
    <>
      <Now {...part} />
      <What {...part} />
      <FireWatch {...part} />
      <GasTests {...part} />
      <Isolations {...part} />
      <PermitLog permit={permit} />
      {isShown.current && verb && (
        <ActionDialog
          {...part}
          verb={verb}
          key={verb}
          onClose={() => goFrom(address.pathname, withQuery(address, { do: null }), true)}
        />
      )}
    </>
  );
}

/** How it is, and what can be done. */
function Now({ permit, settings, mayWrite }: PermitPart) {
  const address = useAddress();
  const now = useNow();
  const next = nextVerb(permit, now, settings);
  const { state, permit_number, permit_type, valid_to: end } = permit;
  const ms = end ? Date.parse(end) - now : null;
  const isRunning = ['open', 'suspended', 'expired'].includes(state);
  const stop = permit.suspensions.findLast(({ resumed_at: at }) => !at);
  return (
    <Panel>
      <div class="pad stack">
        <p>
          <span class="plate">
            <span>{permit_number ?? 'No number yet'}</span>
            <span>{asWords(permit_type)}</span>
            <span class={`on-${stateTones[state]}`}>{asWords(state)}</span>
          </span>
        </p>
        {isRunning && end && ms !== null && (
          <p>
            <span class={`number big tone-${ms <= 0 ? 'stop' : ms < hourMs ? 'care' : 'plain'}`}>
              {ms > 0 ? remaining(ms) : 'Over'}
            </span>{' '}
            {ms > 0
              ? `left, ends ${recently(end, now)}`
              : `since ${recently(end, now)}. The work stops; the holder hands the place back.`}
          </p>
        )}
        {stop && state === 'suspended' && <Notice tone="care">Stopped: {stop.reason}</Notice>}
        {mayWrite && (
          <div class="choices">
            {next && (
              <Button look="act" onClick={() => go(withQuery(address, { do: next }))}>
                {verbs[next]}
              </Button>
            )}
            {otherVerbs(permit, now, settings).map((verb) => (
              <Button key={verb} onClick={() => go(withQuery(address, { do: verb }))}>
                {verbs[verb]}
              </Button>
            ))}
            {(state === 'draft' || state === 'requested') && (
              <ButtonLink href={`/office/permits/${permit.id}/write`} icon="pen-line">
                Change
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

function What({ permit }: PermitPart) {
  const sites = useSites();
  return (
    <Panel title="What it allows">
      <Facts facts={factsOf(permit, sites)} />
      <Documents permit={permit} />
    </Panel>
  );
}

/** The form and the documents that apply to the work, each with its state: work under one that is not approved may not begin. */
function Documents({ permit: { document_id: form, linked_document_ids: linked } }: Pick<PermitPart, 'permit'>) {
  const ids = [form, ...linked].flatMap((id) => id ?? []);
  const read = useLoaded(`documents of a permit ${ids.join(' ')}`, () =>
    Promise.all(ids.map((document) => rest.getDocument({ document }).catch(() => null))),
  );
  const found = (read.value ?? []).flatMap((document) => document ?? []);
  if (found.length === 0) return null;
  return (
    <ul class="rows">
      {found.map(({ id, title, reference, current_approved_version: version }) => (
        <li key={id}>
          <span class="main">
            <a class="title" href={`/office/documents/${id}`}>
              {title}
            </a>
            <span class="second">{reference}</span>
          </span>
          <span class="second">{version === null ? 'not approved yet' : `version ${version} is in force`}</span>
        </li>
      ))}
    </ul>
  );
}
