/** More: brightness, site, language, sending, and signing the tablet out, which never loses work. */
import { replica, tablet } from '../base/device.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { useSite } from '../base/site.ts';
import { chooseTheme, theme, themes } from '../base/theme.ts';
import { useWords } from '../base/words.ts';
import { ChooseSite } from '../enrol/choose-site.tsx';
import { later } from '../frame/later.tsx';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';
import { helpWords } from '../words/en-help.ts';
import { moreWords } from '../words/en-more.ts';
import { PinSetting } from '../pin/set-pin.tsx';
import { Languages } from '../frame/languages.tsx';
import { SignOut } from './sign-out.tsx';

const parts = { ...moreWords, ...helpWords };
const Help = later(async () => (await import('./help.tsx')).Help);

export function More({ part }: { readonly part: string }) {
  const words = useWords(parts);
  const { site, sites } = useSite();
  const state = useSignal(tablet);
  const status = useLive('status', () => replica().status$) ?? replica().status;
  if (part === 'help')
    return <Help organisation={state.is === 'open' ? state.enrolment.organisation.name : undefined} />;
  if (part === 'site' && sites) return <ChooseSite sites={sites} />;
  return (
    <Frame back="" room="more" title={words.more}>
      <Themes />
      <ul class="card list">
        <Row below={site?.name} href="/more/site" icon="map-pin" title={words.site} />
        <Row
          below={status.waiting > 0 ? words.waiting(status.waiting) : words.nothingWaits}
          href="/sending"
          icon="send"
          title={words.sending}
        />
        <Row below={words.helpBelow} href="/more/help" icon="info" title={words.help} />
      </ul>
      <Languages />
      <PinSetting />
      <section class="card pad stack">
        <h2>{words.tablet}</h2>
        {state.is === 'open' && (
          <p>
            <b>{state.enrolment.name}</b> · {state.enrolment.organisation.name}
          </p>
        )}
        <SignOut />
      </section>
    </Frame>
  );
}

function Themes() {
  const words = useWords(moreWords);
  const chosen = useSignal(theme);
  return (
    <fieldset class="card pad">
      <legend class="unseen">{words.theme}</legend>
      <div class="choices">
        {themes.map((each) => (
          <button
            aria-pressed={each === chosen}
            class="button"
            key={each}
            onClick={() => chooseTheme(each)}
            type="button"
          >
            {words.themes[each]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
