/** Is my work safe: what waits and since when, what needs a person and what to do about it, and how the tablet keeps it. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { replica, tablet } from '../base/device.ts';
import { opensOffline } from '../base/keep-offline.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { UnsavedList } from '../document/edit/unsaved-list.tsx';
import { unsavedWords } from '../document/edit/unsaved-words.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { Arrived } from './arrived.tsx';
import { BegunBanner, useNothingBegun } from './begun-banner.tsx';
import { drafts } from '../report/kept-drafts.ts';
import { Unfinished } from '../report/unfinished.tsx';
import { sendingWords } from '../words/en-sending.ts';
import { Item } from './item.tsx';
import { inLine } from './items.ts';
import { SaveFile } from './save-file.tsx';
import { Suggestions } from './suggestions.tsx';
import { useArrived } from './use-arrived.ts';
import { WaitingPhotos } from './waiting-photos.tsx';

export function Sending() {
  const words = useWords(sendingWords);
  const device = replica();
  const state = useSignal(tablet);
  const status = useLive('status', () => device.status$) ?? device.status;
  const items = useLive('outbox', () => device.outbox.watch()) ?? [];
  const photos = useLive('photos', () => device.photos.watch()) ?? [];
  const arrived = useArrived();
  const isSetAside = (id: string): boolean => arrived.latest !== null && id < arrived.latest;
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const tryNow = async (): Promise<void> => {
    setTrying(true);
    setFailure(null);
    await device.sync().catch(() => setFailure(words.stillNoSignal));
    setTrying(false);
  };
  const isSwitchedOff = status.problem?.fault === 'unauthorised';
  const isUnsaved = Object.keys(useSignal(unsavedWords)).length > 0;
  const isNothingBegun = useNothingBegun();
  const isAllSent = Object.keys(useSignal(drafts)).length === 0 && isNothingBegun;
  const canOpenOffline = useSignal(opensOffline);
  const shown = inLine(items);
  const places = new Map(shown.filter(({ reason }) => reason === null).map(({ id }, i) => [id, i + 1]));
  return (
    <Frame back="" below={state.is === 'open' ? state.enrolment.name : undefined} room="more" title={words.sending}>
      <section class="card pad stack">
        <p class="count">
          {(status.waiting > 0 || status.refused === 0) && (
            <span class="number large">{status.waiting > 0 ? words.waiting(status.waiting) : words.nothingWaits}</span>
          )}{' '}
          {status.refused > 0 && <b class="tone-stop">{words.needsYou(status.refused)}</b>}
        </p>
        <p>
          {status.refused > 0 || isUnsaved
            ? words.notTaken
            : status.waiting > 0
              ? isSwitchedOff
                ? words.safeUntilCode
                : words.safeHere
              : isAllSent && words.everythingSent}
        </p>
        <Unfinished />
        <BegunBanner />
        {!canOpenOffline && <Banner tone="care">{words.needsSignal}</Banner>}
        {failure !== null && <Banner tone="care">{failure}</Banner>}
        {isSwitchedOff && (
          <Banner href="/enrol" tone="stop">
            {words.switchedOff}. {words.newCode}
          </Banner>
        )}
        <Button busy={isTrying} icon="send" look={status.refused > 0 ? 'line' : 'act'} onClick={tryNow} wide>
          {words.tryNow}
        </Button>
      </section>
      <UnsavedList />
      {shown.length + photos.length > 0 && (
        <ul class="card list">
          {shown.map((item) => (
            <Item isSetAside={isSetAside(item.id)} item={item} key={item.id} place={places.get(item.id) ?? 0} />
          ))}
          <WaitingPhotos isSetAside={isSetAside} photos={photos} />
        </ul>
      )}
      <Suggestions />
      <Arrived arrived={arrived} />
      <section class="card pad facts">
        <Fact icon="hard-drive" label={words.storageSafe}>
          {status.persisted === null ? words.storageAsked : status.persisted ? words.yes : words.no}
        </Fact>
        <Fact icon="clock" label={words.clock}>
          {clockSaid(status.clockOffsetMs, words)}
        </Fact>
        {status.persisted === false && <Banner tone="care">{words.storageHelp}</Banner>}
        {status.waiting + status.refused > 0 && <SaveFile />}
      </section>
    </Frame>
  );
}

/** `offset` = ms that the clock of the tablet is ahead; null = not known. */
function clockSaid(offset: number | null, words: typeof sendingWords): string {
  if (offset === null) return words.clockUnknown;
  const seconds = (Math.abs(offset) / 1000).toFixed(1);
  return Number(seconds) === 0 ? words.clockRight : words.clockBy(seconds, offset > 0);
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
