/** One person signs on their own phone: the code to scan, and the sign-off when it arrives. Needs signal; the tablet signs without. */
import { useEffect, useState } from 'preact/hooks';
import { restClient } from '../../../client-sdk/rest.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { QrCode } from '../../ui/charts/qr-code.tsx';
import { useServerTime } from '../base/clock.ts';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica, tablet } from '../base/device.ts';
import { useSession, useTalkEnd } from '../base/session.ts';
import { useLive } from '../base/signal.ts';
import type { Session } from '../base/talk.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Changed } from '../document/changed.tsx';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { Wait } from '../frame/said.tsx';
import { phoneWords } from '../words/en-phone.ts';
import { signWords } from '../words/en-sign.ts';
import { briefingOf, workerOf } from './evidence.ts';
import { useSigner, type Signer } from './signer.ts';

const parts = { ...signWords, ...phoneWords };

export function OwnPhone({ document, person }: { readonly document: string; readonly person: string }) {
  const version = useInForce(document);
  const session = useSession(document, version);
  useTalkEnd(session, version);
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = version && signoffs && records && crewOf(version, signoffs, records).members;
  const member = useSigner(document, person, crew ?? undefined);
  if (!version || !signoffs || !records || !session) return <Gone isLoading={version !== null} />;
  if (session.version !== version.version) return <Changed document={document} told={session.version} />;
  if (!member) return <Gone isLoading={member === null} />;
  // The code says how long the talk was.
  if (session.endedAt === undefined) return <Gone isLoading />;
  return <Code key={member.address} member={member} session={session} version={version} />;
}

type State =
  | { readonly is: 'asking' | 'offline' }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'shown'; readonly url: string; readonly until: number };

function Code({
  member,
  version,
  session,
}: {
  readonly member: Signer;
  readonly version: Shown<'version'>;
  readonly session: Session;
}) {
  const words = useWords(parts);
  const now = useServerTime();
  const [state, setState] = useState<State>({ is: 'asking' });
  // Who signed before and signs again is not taken for somebody whose sign-off has arrived.
  const [before] = useState(member.signedAt);
  const ask = async (): Promise<void> => {
    setState({ is: 'asking' });
    setState(await codeFor(member, version, session));
  };
  useEffect(() => void ask(), []);
  const roster = `/d/${version.document_id}/brief`;
  const hasArrived = member.briefed === 'current' && member.signedAt !== before;
  const left = state.is === 'shown' ? Math.min(15, Math.ceil((state.until - now) / 60_000)) : 0;
  return (
    <Frame back={`${roster}/sign/${member.address}`} below={version.title} room="today" title={words.ownPhone}>
      {hasArrived ? (
        <Banner tone="safe">{words.arrived(member.name, moment(member.signedAt ?? ''))}</Banner>
      ) : state.is === 'asking' ? (
        <Wait />
      ) : state.is === 'offline' ? (
        <Banner tone="care">{words.noCode}</Banner>
      ) : state.is === 'refused' ? (
        <Banner tone="stop">{state.why}</Banner>
      ) : state.is === 'shown' && left > 0 ? (
        <section class="card pad stack own-phone">
          <p class="large">{words.scanThis(member.name)}</p>
          <QrCode label={words.scanThis(member.name)} text={state.url} />
          <p>{words.goodFor(left)}</p>
        </section>
      ) : (
        <Banner tone="care">{words.codeOver}</Banner>
      )}
      {!hasArrived && state.is !== 'asking' && left <= 0 && (
        <Button icon="rotate-ccw" onClick={ask} wide>
          {words.anotherCode}
        </Button>
      )}
      <ButtonLink href={`/field${roster}`} look={hasArrived ? 'act' : 'line'} wide>
        {words.crew}
      </ButtonLink>
    </Frame>
  );
}

async function codeFor(
  member: Signer,
  { document_id: document, version }: Shown<'version'>,
  session: Session,
): Promise<State> {
  const open = tablet.value;
  if (open.is !== 'open') return { is: 'offline' };
  const rest = restClient({
    server: location.origin,
    token: open.enrolment.token,
    fetch: (...given) => fetch(...given),
  });
  try {
    const body = { version, worker: workerOf(member), briefing: briefingOf(session) };
    const { url, expires_at } = await rest.createSignCode({ document, body });
    return { is: 'shown', url, until: Date.parse(expires_at) };
  } catch (error) {
    return error instanceof Problem ? { is: 'refused', why: error.detail ?? error.message } : { is: 'offline' };
  }
}
