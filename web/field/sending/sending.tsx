/** Is my work safe: what waits and since when, what needs a person and what to do about it, and how the tablet keeps it. */
import { useState } from 'preact/hooks';
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { replica, tablet } from '../base/device.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { sendingWords } from '../words/en-sending.ts';
import { describe, inLine } from './items.ts';
import { SaveFile } from './save-file.tsx';

export function Sending() {
  const words = useWords(sendingWords);
  const device = replica();
  const state = useSignal(tablet);
  const status = useLive('status', () => device.status$) ?? device.status;
  const items = useLive('outbox', () => device.outbox.watch()) ?? [];
  const photos = useLive('photos', () => device.photos.watch()) ?? [];
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const tryNow = async (): Promise<void> => {
    setTrying(true);
    setFailure(null);
    await device.sync().catch(() => setFailure(words.stillNoSignal));
    setTrying(false);
  };
  const shown = inLine(items);
  const places = new Map(shown.filter(({ reason }) => reason === null).map(({ id }, i) => [id, i + 1]));
  return (
    <Frame back="" below={state.is === 'open' ? state.enrolment.name : undefined} room="more" title={words.sending}>
      <section class="card pad stack">
        <p class="count">
          <span class="number large">{status.waiting > 0 ? words.waiting(status.waiting) : words.nothingWaits}</span>{' '}
          {status.refused > 0 && <b class="tone-stop">{words.needsYou(status.refused)}</b>}
        </p>
        <p>{status.waiting > 0 ? words.safeHere : words.everythingSent}</p>
        {failure !== null && <Banner tone="care">{failure}</Banner>}
        {status.problem?.fault === 'unauthorised' && <Banner tone="stop">{words.switchedOff}</Banner>}
        <Button busy={isTrying} icon="send" look="act" onClick={tryNow} wide>
          {words.tryNow}
        </Button>
      </section>
      {shown.length + photos.length > 0 && (
        <ul class="card list">
          {shown.map((item) => (
            <Item item={item} key={item.id} place={places.get(item.id) ?? 0} />
          ))}
          {photos.map(({ id, file_name: file, bytes, refused }) => (
            <li class="row" key={id}>
              <Icon name="camera" size={28} />
              <span class="main">
                <b>
                  {words.nouns['photo']}, {file}
                </b>
                <span class="second">
                  {refused ? words.needs(refused.detail) : `${words.waitsWithRest} · ${Math.round(bytes / 1000)} kB`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <section class="card pad facts">
        <Fact icon="hard-drive" label={words.storageSafe}>
          {status.persisted === null ? words.storageAsked : status.persisted ? words.yes : words.no}
        </Fact>
        <Fact icon="clock" label={words.clock}>
          {status.clockOffsetMs === null
            ? words.clockUnknown
            : words.clockBy((Math.abs(status.clockOffsetMs) / 1000).toFixed(1), status.clockOffsetMs > 0)}
        </Fact>
        {status.waiting + status.refused > 0 && <SaveFile />}
      </section>
    </Frame>
  );
}

function Fact({
  icon,
  label,
  children,
}: {
  readonly icon: 'hard-drive' | 'clock';
  readonly label: string;
  readonly children: string;
}) {
  return (
    <p class="line">
      <Icon name={icon} size={26} />
      <span class="main">{label}</span>
      <b>{children}</b>
    </p>
  );
}

function Item({ item, place }: { readonly item: OutboxItem; readonly place: number }) {
  const words = useWords(sendingWords);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const { title, state, icon, needsYou } = describe(item, place, words);
  const attempt = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => setFailure(error instanceof Error ? error.message : words.fault));
  return (
    <li>
      <div class="row">
        <Icon name={icon} size={28} tone={needsYou ? 'stop' : 'plain'} />
        <span class="main">
          <b>{title}</b>
          <span class={needsYou ? 'tone-stop' : 'second'}>
            {state}
            {!needsYou && item.state !== 'acked' && ` · ${words.since(moment(item.at))}`}
          </span>
          {failure !== null && <span class="tone-stop">{failure}</span>}
        </span>
      </div>
      {needsYou && (
        <div class="buttons pad">
          <Button icon="send" onClick={() => attempt(replica().outbox.resend(item.id))}>
            {words.sendAgain}
          </Button>
          {isSure ? (
            <Button look="stop" onClick={() => attempt(replica().outbox.discard(item.id))}>
              {words.giveUpSure}
            </Button>
          ) : (
            <Button onClick={() => setSure(true)}>{words.giveUp}</Button>
          )}
        </div>
      )}
    </li>
  );
}
