/** One permit: the time left by the tablet's own clock, who holds it, and the next thing to do with it. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type Tone } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { useLive, useNow } from '../base/signal.ts';
import { clock, remaining } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Gone } from '../document/gone.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';

const alarmMs = 30 * 60_000;
const hourMs = 60 * 60_000;

export function Permit({ id }: { readonly id: string }) {
  const words = useWords();
  const now = useNow(1000);
  const permits = useLive(`permit ${id}`, () => replica().permits.watch({ id }));
  const permit = permits?.[0];
  if (!permit) return <Gone isLoading={!permits} />;
  const { valid_to: end, state, permit_type: type, permit_number: number, location, holder, issuer } = permit;
  const ms = end ? Date.parse(end) - now : null;
  const tone: Tone = ms === null ? 'plain' : ms <= 0 ? 'stop' : ms < hourMs ? 'care' : 'plain';
  const isRunning = state === 'open' || state === 'suspended' || state === 'expired';
  return (
    <Frame back="/permits" below={location ?? undefined} room="permits" title={words.permitTypes[type] ?? type}>
      <section class="card pad stack">
        <p>
          <span class="plate">
            <span>{number}</span>
            <span class={state === 'open' ? 'on-safe' : state === 'suspended' ? 'on-care' : 'on-plain'}>
              {words.permitStates[state] ?? state}
            </span>
          </span>
        </p>
        {isRunning && ms !== null && end && (
          <>
            <p class={`number huge tone-${tone}`}>{remaining(ms)}</p>
            <p>{ms > 0 ? words.endsAt(clock(end)) : words.overSince(clock(end))}</p>
            {ms > 0 && ms < alarmMs && <Banner tone="care">{words.soonOver}</Banner>}
          </>
        )}
      </section>
      <section class="card pad facts">
        {[
          [holder, words.holder],
          [issuer, words.issuer],
          [permit.fire_watch?.fire_watcher, words.fireWatch],
        ].map(([person, role]) =>
          typeof person === 'object' && person ? (
            <p class="line" key={String(role)}>
              <Icon name="user" size={26} />
              <b class="main">{person.name}</b>
              <span class="second">{String(role)}</span>
            </p>
          ) : null,
        )}
      </section>
      <Actions key={state} permit={permit} />
    </Frame>
  );
}

/** What a state allows; what needs words asks for them first. */
function Actions({ permit }: { readonly permit: Shown<'permit'> }) {
  const words = useWords();
  const { permits } = replica();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const act = (work: Promise<void>): void => {
    setFailure(null);
    work
      .then(() => setAsking(null))
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : words.fault));
  };
  const { id, state, fire_watch: watch } = permit;
  const plain = (label: string, work: () => Promise<void>, look: 'act' | 'line' = 'line') => (
    <Button key={label} look={look} onClick={() => act(work())} wide>
      {label}
    </Button>
  );
  const ask = (label: string, question: string, work: (text: string) => Promise<void>) => (
    <Button key={label} onClick={() => setAsking({ label, question, work })} wide>
      {label}
    </Button>
  );
  const suspend = ask(words.suspend, words.whyStopped, (reason) => permits.suspend(id, { reason }));
  const handOver = ask(words.handOver, words.handOverTo, (name) => permits.handOver(id, { to: { id: name, name } }));
  const finish = plain(words.finished, () => permits.workComplete(id), 'act');
  const resume = ask(words.resume, words.resumeCheck, (check) => permits.resume(id, { revalidated_checks: [check] }));
  const startWatch = plain(words.startFireWatch, () => permits.startFireWatch(id));
  const endWatch = plain(words.endFireWatch, () => permits.endFireWatch(id));
  const fireWatch =
    permit.permit_type === 'hot_work' ? [watch?.started_at && !watch.ended_at ? endWatch : startWatch] : [];
  const choices = {
    authorised: [
      plain(words.acceptPermit, () => permits.accept(id)),
      plain(words.openPermit, () => permits.open(id), 'act'),
    ],
    open: [finish, suspend, handOver, ...fireWatch],
    suspended: [resume, finish, handOver],
    expired: [finish, handOver],
    work_complete: [
      ...fireWatch,
      plain(words.finalCheck, () => permits.finalCheck(id)),
      plain(words.close, () => permits.close(id), 'act'),
    ],
  }[state as string];
  return (
    <div class="stack">
      {failure !== null && <Banner tone="stop">{failure}</Banner>}
      {asking ? (
        <Ask {...asking} onCancel={() => setAsking(null)} onGiven={(text) => act(asking.work(text))} />
      ) : (
        choices
      )}
    </div>
  );
}

interface Asking {
  readonly label: string;
  readonly question: string;
  readonly work: (text: string) => Promise<void>;
}

function Ask({
  label,
  question,
  onGiven,
  onCancel,
}: Asking & { readonly onGiven: (text: string) => void; readonly onCancel: () => void }) {
  const words = useWords();
  const [text, setText] = useState('');
  return (
    <form
      class="card pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        onGiven(text.trim());
      }}
    >
      <Entry label={question} onInput={setText} value={text} />
      <Button disabled={text.trim() === ''} look="act" type="submit" wide>
        {label}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </form>
  );
}
