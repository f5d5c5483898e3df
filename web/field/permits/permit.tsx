/** One permit: the time left by the corrected clock, who holds it, and the next thing to do with it. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { stopsOf } from '../../../shared/resources/permit/seen.ts';
import { Icon, type IconName, type Tone } from '../../ui/icon.tsx';
import { remaining } from '../../ui/words/remaining.ts';
import { useServerTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useSite } from '../base/site.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Gone } from '../document/gone.tsx';
import { Banner } from '../frame/banner.tsx';
import { ClockNote } from '../frame/clock-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { permitWords } from '../words/en-permits.ts';
import { whyNotTaken } from '../frame/why-not-taken.ts';
import { sendingWords } from '../words/en-sending.ts';
import { LastGasTest } from './ask-gas.tsx';
import { Isolations } from './isolations.tsx';
import { LastHandover } from './facts/last-handover.tsx';
import { LeftPhotos } from './left-photos.tsx';
import { NewPermit } from './new-permit.tsx';
import { Steps } from './steps.tsx';
import { FireWatch } from './fire-watch.tsx';
import { TimeBar } from './time/time-bar.tsx';
import { warnMs } from './time/urgency.ts';
import { holderOf, issuerOf } from './who.ts';
import { isBeforeWork, WorkFacts } from './facts/work-facts.tsx';

const hourMs = 60 * 60_000;

/** `id` = `new` where one is asked for. */
export function Permit({ id }: { readonly id: string }) {
  const { site } = useSite();
  if (id !== 'new') return <One id={id} key={id} />;
  return site ? <NewPermit site={site} /> : <Gone isLoading />;
}

function One({ id }: { readonly id: string }) {
  const words = useWords();
  const now = useServerTime(1000);
  const permits = useLive(`permit ${id}`, () => replica().permits.watch({ id }));
  const permit = permits?.[0];
  if (!permit) return <Gone isLoading={!permits}>{permits && <LeftPhotos id={id} />}</Gone>;
  const { state, permit_type: type, permit_number: number, location } = permit;
  const isBefore = isBeforeWork(permit);
  return (
    <Frame back="/permits" below={location ?? undefined} room="permits" title={words.permitTypes[type] ?? type}>
      <ClockNote />
      {permit.refused && <NotTaken why={permit.refused} />}
      <section class="card pad stack">
        <p>
          <span class="plate">
            <span>{number}</span>
            <span class={state === 'open' ? 'on-safe' : state === 'suspended' ? 'on-care' : 'on-plain'}>
              {words.permitStates[state] ?? state}
            </span>
          </span>
        </p>
        <TimeOf now={now} permit={permit} />
        {permit.description && <p>{permit.description}</p>}
      </section>
      <Steps now={now} permit={permit}>
        <LastHandover permit={permit} />
        <Who permit={permit} />
        <FireWatch now={now} permit={permit} />
        <LeftPhotos id={id} permit={permit} />
        <LastGasTest permit={permit} />
        <Isolations permit={permit} />
        {isBefore && <WorkFacts permit={permit} />}
      </Steps>
      {!isBefore && <WorkFacts permit={permit} />}
    </Frame>
  );
}

/** Something that was recorded here; what to do about it is in Sending. */
function NotTaken({ why }: { readonly why: NonNullable<Shown<'permit'>['refused']> }) {
  const words = useWords(sendingWords);
  return (
    <Banner href="/sending" tone="stop">
      {whyNotTaken(why, words)}
    </Banner>
  );
}

interface Props {
  readonly permit: Shown<'permit'>;
  /** ms since 1970 */
  readonly now: number;
}

function TimeOf({ permit, now }: Props) {
  const words = useWords(permitWords);
  const { state, valid_from: start, valid_to: end } = permit;
  const ms = end ? Date.parse(end) - now : null;
  const isSoon = ms !== null && ms > 0 && ms < warnMs;
  const isRunning = state === 'open' || state === 'suspended' || state === 'expired';
  if (!end || ms === null) return null;
  if (state === 'authorised') return <p>{words.notValid(start ? clock(start) : '', clock(end))}</p>;
  if (!isRunning) return null;
  const tone: Tone = ms <= 0 ? 'stop' : ms < hourMs ? 'care' : 'plain';
  return (
    <>
      <p class={`number huge tone-${tone}`}>{remaining(ms)}</p>
      <p>{ms > 0 ? words.endsAt(clock(end)) : words.overSince(clock(end))}</p>
      <TimeBar now={now} permit={permit} />
      {stopsOf(permit).map(({ reason, suspended_at: at }) => (
        <Banner key={at} tone="care">
          {words.stoppedFor(reason ?? '')}
        </Banner>
      ))}
      {isSoon && <Banner tone="care">{words.soonOver}</Banner>}
    </>
  );
}

function Who({ permit }: Pick<Props, 'permit'>) {
  const words = useWords(permitWords);
  const { fire_watch: watch } = permit;
  const [holder, issuer] = [holderOf(permit), issuerOf(permit)];
  const people: readonly (readonly [string | null | undefined, string, IconName])[] = [
    [holder && withEmployer(holder), words.holder, 'user'],
    [watch?.ended_at ? undefined : watch?.fire_watcher?.name, words.fireWatch, 'eye'],
    [issuer && withEmployer(issuer), words.issuer, 'shield-check'],
  ];
  const shown = people.filter(([name]) => name);
  if (shown.length === 0) return null;
  return (
    <section class="card pad facts">
      {shown.map(([name, role, icon]) => (
        <p class="line" key={role}>
          <Icon name={icon} size={26} />
          <b class="main">{name}</b>
          <span class="second">{role}</span>
        </p>
      ))}
    </section>
  );
}
