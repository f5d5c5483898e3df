/** More: brightness, site, language, sending, and signing the tablet out, which never loses work. */
import { useState } from 'preact/hooks';
import { UnsentWorkError } from '../../../client-sdk/log-out.ts';
import { Button } from '../../ui/button.tsx';
import { replica, tablet, wipe } from '../base/device.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { useSite } from '../base/site.ts';
import { chooseTheme, theme, themes } from '../base/theme.ts';
import { chooseLanguage, language, languages, useWords } from '../base/words.ts';
import { ChooseSite } from '../enrol/choose-site.tsx';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { Row } from '../frame/row.tsx';

export function More({ part }: { readonly part: string }) {
  const words = useWords();
  const { site, sites } = useSite();
  const state = useSignal(tablet);
  const status = useLive('status', () => replica().status$) ?? replica().status;
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
      </ul>
      <Languages />
      <section class="card pad stack">
        <h2>{words.tablet}</h2>
        {state.is === 'open' && (
          <p>
            <b>{state.enrolment.name}</b> · {state.enrolment.organisation.name}
          </p>
        )}
        <Wipe />
      </section>
    </Frame>
  );
}

function Themes() {
  const words = useWords();
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

function Languages() {
  const words = useWords();
  const chosen = useSignal(language);
  return (
    <fieldset class="card pad">
      <legend class="unseen">{words.language}</legend>
      <div class="choices">
        {Object.entries(languages)
          .filter(([code, { load }]) => code === 'en' || load)
          .map(([code, { name }]) => (
            <button
              aria-pressed={code === chosen}
              class="button"
              key={code}
              lang={code}
              onClick={() => void chooseLanguage(code)}
              type="button"
            >
              {name}
            </button>
          ))}
      </div>
    </fieldset>
  );
}

function Wipe() {
  const words = useWords();
  const [isSure, setSure] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const leave = (): void =>
    void wipe().catch((error: unknown) => {
      setSure(false);
      setRefusal(error instanceof UnsentWorkError ? words.cannotWipe(error.waiting + error.refused) : words.fault);
    });
  return (
    <>
      {refusal !== null && <Banner tone="stop">{refusal}</Banner>}
      {isSure ? (
        <>
          <p>{words.wipeSure}</p>
          <Button icon="trash" look="stop" onClick={leave} wide>
            {words.wipeNow}
          </Button>
          <Button onClick={() => setSure(false)} wide>
            {words.cancel}
          </Button>
        </>
      ) : (
        <Button icon="log-out" onClick={() => setSure(true)} wide>
          {words.wipe}
        </Button>
      )}
    </>
  );
}
