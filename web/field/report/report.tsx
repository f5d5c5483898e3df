/** An incident in three taps: what, a photo or a line, where. Kept from the first tap, reported at the third; no name is asked for. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { reportWords } from '../words/en-report.ts';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { keepReport, readReport, sendReport, type ReportDraft, type ReportKind } from './draft.ts';
import { TakePhoto } from './take-photo.tsx';

const kinds: readonly (readonly [ReportKind, IconName])[] = [
  ['near_miss', 'triangle-alert'],
  ['injury', 'ambulance'],
  ['service_strike', 'zap'],
  ['property_damage', 'layers'],
  ['unsafe_condition', 'traffic-cone'],
  ['positive_observation', 'hand'],
];

/** `id` = the step in the address: '', `show`, `where` or `done`. */
export function Report({ id: step, site }: { readonly id: string; readonly site: Shown<'site'> }) {
  const words = useWords(reportWords);
  const [draft, setDraft] = useState<ReportDraft>();
  const [failure, setFailure] = useState(false);
  useEffect(() => void readReport().then(setDraft), []);
  const change = async (next: ReportDraft): Promise<void> => {
    await keepReport(next);
    setDraft(next);
  };
  const begin = async (kind: ReportKind): Promise<void> => {
    await change({ kind, startedAt: new Date().toISOString(), text: '', photos: [] });
    go('/report/show');
  };
  const attempt = (work: Promise<unknown>): void => void work.catch(() => setFailure(true));
  return (
    <Frame
      back=""
      below={site.name}
      room="report"
      title={draft && step !== '' ? words.kinds[draft.kind] : words.report}
    >
      <Steps at={step} />
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {step === 'done' ? (
        <Reported />
      ) : step === 'where' && draft ? (
        <Where
          onPlace={(location, anonymous) => attempt(report(draft, { site, location, anonymous, words }))}
          site={site}
        />
      ) : step === 'show' && draft ? (
        <Show draft={draft} onChange={(next) => change(next)} site={site} />
      ) : (
        <Kinds onKind={(kind) => attempt(begin(kind))} />
      )}
    </Frame>
  );
}

async function report(...sent: Parameters<typeof sendReport>): Promise<void> {
  await sendReport(...sent);
  navigator.vibrate?.(40);
  go('/report/done', true);
}

function Steps({ at }: { readonly at: string }) {
  const done = { '': 1, show: 2, where: 3, done: 3 }[at] ?? 1;
  return (
    <div aria-hidden="true" class="steps">
      {[1, 2, 3].map((step) => (
        <span class={step <= done ? 'on-act' : ''} key={step} />
      ))}
    </div>
  );
}

function Kinds({ onKind }: { readonly onKind: (kind: ReportKind) => void }) {
  const words = useWords(reportWords);
  return (
    <>
      <h2>{words.whatHappened}</h2>
      <div class="tiles">
        {kinds.map(([kind, icon]) => (
          <button class="tile" key={kind} onClick={() => onKind(kind)} type="button">
            <Icon name={icon} size={36} />
            {words.kinds[kind]}
          </button>
        ))}
      </div>
      <p>{words.danger}</p>
    </>
  );
}

function Show({
  draft,
  site,
  onChange,
}: {
  readonly draft: ReportDraft;
  readonly site: Shown<'site'>;
  readonly onChange: (draft: ReportDraft) => Promise<void>;
}) {
  const words = useWords(reportWords);
  const [text, setText] = useState(draft.text);
  const next = async (): Promise<void> => {
    await onChange({ ...draft, text });
    go('/report/where');
  };
  return (
    <>
      <h2>{words.showOrTell}</h2>
      <TakePhoto
        name={words.kinds[draft.kind]}
        onTaken={(id) => onChange({ ...draft, text, photos: [...draft.photos, id] })}
        site={site.id}
      />
      <Entry label={words.typeLine} long onInput={setText} value={text} />
      <Button icon="arrow-right" look={text || draft.photos.length > 0 ? 'act' : 'line'} onClick={next} wide>
        {text || draft.photos.length > 0 ? words.goOn : words.skip}
      </Button>
    </>
  );
}

const mostPlaces = 4;

/** Places of earlier reports and permits here; any other is typed. */
function Where({
  site,
  onPlace,
}: {
  readonly site: Shown<'site'>;
  readonly onPlace: (location: string, anonymous: boolean) => void;
}) {
  const words = useWords(reportWords);
  const [anonymous, setAnonymous] = useState(false);
  const [other, setOther] = useState('');
  const permits = useLive(`permits ${site.id}`, () => replica().permits.watch({ site_id: site.id })) ?? [];
  const incidents = useLive(`incidents ${site.id}`, () => replica().incidents.watch({ site_id: site.id })) ?? [];
  const known = [...permits, ...incidents].flatMap(({ location }) => location ?? []);
  const places = [...new Set(known.toReversed())].slice(0, mostPlaces);
  return (
    <>
      <h2>{words.where}</h2>
      <label class="check">
        <input checked={anonymous} onChange={(event) => setAnonymous(event.currentTarget.checked)} type="checkbox" />
        {words.withoutName}
      </label>
      <ul class="card list">
        {[...places, words.onSite].map((place) => (
          <li key={place}>
            <button class="row" onClick={() => onPlace(place, anonymous)} type="button">
              <Icon name="map-pin" size={28} />
              <b class="main">{place}</b>
            </button>
          </li>
        ))}
      </ul>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (other.trim() !== '') onPlace(other.trim(), anonymous);
        }}
      >
        <Entry label={words.otherPlace} onInput={setOther} value={other} />
        <Button disabled={other.trim() === ''} type="submit" wide>
          {words.report}
        </Button>
      </form>
    </>
  );
}

function Reported() {
  const words = useWords(reportWords);
  return (
    <>
      <Banner tone="safe">
        <b>{words.reported}</b> {words.reportedHelp}
      </Banner>
      <Button icon="check" look="act" onClick={() => go('', true)} wide>
        {words.done}
      </Button>
    </>
  );
}
