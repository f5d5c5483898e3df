/** The frame of every screen: where one is, what waits to be sent, the five places, and Stop work always in reach. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { skip, Title } from '../../ui/title.tsx';
import { chipOf } from '../base/status.ts';
import { replica } from '../base/device.ts';
import { usePlace } from '../base/place.ts';
import { useLive, useNow, useSignal } from '../base/signal.ts';
import { chooseTheme, theme } from '../base/theme.ts';
import { useWords } from '../base/words.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from './banner.tsx';
import { DueChip } from './due-chip.tsx';
import { notice } from './notice.ts';
import { useOneTap } from './one-tap.ts';

export type Room = 'today' | 'brief' | 'permits' | 'report' | 'more';

/** A phone has no room for Brief: there it is reached from Today. */
const rooms: readonly (readonly [Room, IconName, path: string])[] = [
  ['today', 'house', ''],
  ['brief', 'users', '/brief'],
  ['permits', 'shield-check', '/permits'],
  ['report', 'flag', '/report'],
  ['more', 'layers', '/more'],
];

export function Frame({
  room,
  title,
  titleLang,
  below,
  back,
  foot,
  isLoading = false,
  children,
}: {
  readonly room: Room;
  readonly title: string;
  /** Where it is not that of the tablet. */
  readonly titleLang?: string;
  readonly below?: string | undefined;
  /** Path below /field of the screen that this one belongs to. */
  readonly back?: string;
  /** Stays in view while the screen scrolls. */
  readonly foot?: ComponentChildren;
  /** What the screen is about is not there yet, and its title neither. */
  readonly isLoading?: boolean;
  readonly children: ComponentChildren;
}) {
  const words = useWords();
  const onTap = useOneTap();
  const [here] = usePlace();
  useEffect(() => {
    document.title = `${title} · Sitefile`;
  }, [title]);
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={skip}>
        {words.skipTo}
      </a>
      <header class="top">
        {back !== undefined && (
          <a aria-label={words.back} class="back" href={`/field${back}`}>
            <Icon name="arrow-left" size={28} />
          </a>
        )}
        <div class="where">
          <Title isLoading={isLoading} lang={titleLang}>
            {title}
          </Title>
          {below && <p>{below}</p>}
        </div>
        <SunSwitch />
        {here !== '' && <DueChip />}
        <SendingChip />
      </header>
      <nav aria-label="Sitefile" class="places">
        {rooms.map(([name, icon, path]) => (
          <a
            aria-current={name === room ? 'page' : undefined}
            class={name === 'brief' ? 'wide-only' : undefined}
            href={`/field${path}`}
            key={name}
          >
            <Icon name={icon} size={28} />
            {name === 'brief' ? words.briefRoom : words[name]}
          </a>
        ))}
        <a class="stop" href="/field/stop">
          <Icon name="octagon-x" size={30} />
          {words.stop}
        </a>
      </nav>
      <main id="content" onClickCapture={onTap} tabIndex={-1}>
        <Notice />
        {children}
      </main>
      {foot && <footer class="foot">{foot}</footer>}
    </div>
  );
}

function Notice() {
  const words = useWords();
  const text = useSignal(notice);
  return (
    text !== null && (
      <>
        <Banner tone="care">{text}</Banner>
        <Button onClick={() => notice.set(null)} wide>
          {words.ok}
        </Button>
      </>
    )
  );
}

export function SendingChip() {
  const words = useWords();
  const now = useNow();
  const status = useLive('status', () => replica().status$) ?? replica().status;
  const all = useRef(0);
  if (status.phase !== 'pushing' || status.waiting > all.current) all.current = status.waiting;
  const chip = chipOf(status, words, now, replica().settings, all.current);
  return (
    <a class={`chip${chip.urgent ? ' urgent' : ''}`} href="/field/sending">
      <Icon name={chip.icon} size={22} />
      <span aria-live="polite">{chip.words}</span>
    </a>
  );
}

function SunSwitch() {
  const words = useWords();
  const isOn = useSignal(theme) === 'sun';
  return (
    <button aria-pressed={isOn} class="chip sun" onClick={() => chooseTheme(isOn ? 'system' : 'sun')} type="button">
      <Icon name="sun" size={22} />
      {words.themes.sun}
    </button>
  );
}
