/** An incident in three taps: what, a photo or a line, where. Kept from the first tap, reported at the third; no name is asked for. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { mostIncidentPhotos } from '../../../shared/resources/incident/most-photos.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useKeptText } from './use-kept-text.ts';
import { useIsGone } from './site-gone.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { celebrate } from '../base/feedback.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { reportWords } from '../words/en-report.ts';
import { Entry } from '../frame/entry.tsx';
import { Fault, useFault } from '../frame/fault.tsx';
import { Frame } from '../frame/frame.tsx';
import { Begun } from './begun.tsx';
import { beginReport, changeReport, sendReport } from './draft.ts';
import { drafts, type ReportDraft, type ReportKind } from './kept-drafts.ts';
import { SentReport } from './sent-report.tsx';
import { photosUnderWay, TakePhoto, withPhoto } from './take-photo.tsx';

const kinds: readonly (readonly [ReportKind, IconName])[] = [
  ['near_miss', 'triangle-alert'],
  ['injury', 'ambulance'],
  ['service_strike', 'zap'],
  ['property_damage', 'layers'],
  ['unsafe_condition', 'traffic-cone'],
  ['positive_observation', 'hand'],
];

/** `step` = in the address: '', `show`, `where`, `done` or `photo`; `id` = of the report. */
export function Report({
  step,
  id,
  site,
}: {
  readonly step: string;
  readonly id: string;
  /** Of the tablet; without one only what was begun goes on. */
  readonly site: Shown<'site'> | undefined;
}) {
  const words = useWords(reportWords);
  const draft = useSignal(drafts)[id];
  const place = draft?.site ?? site;
  const isStoring = useSignal(photosUnderWay) > 0;
  const { failure, attempt: tell, fail, clear } = useFault();
  const { isBusy, once } = useOnce();
  const attempt = (work: () => Promise<unknown>): void => {
    if (!isStoring) tell(() => once(work));
  };
  /** Not tried again by itself: the place or the name may be another one by then, and both are pressed once more. */
  const send = async (location: string, anonymous: boolean): Promise<void> => {
    try {
      await sendReport(id, { location, anonymous });
      celebrate();
      go(`/report/done/${id}`, true);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Frame
      back={step === 'photo' ? '/sending' : ''}
      below={place?.name}
      room="report"
      title={draft ? words.kinds[draft.kind] : words.report}
    >
      {step !== 'photo' && <Steps at={step} />}
      {failure && <Fault failure={failure} />}
      {step === 'done' ? (
        <Reported id={id} />
      ) : step === 'photo' ? (
        <SentReport id={id} />
      ) : step === 'where' && draft ? (
        <Where
          isBusy={isBusy || isStoring}
          onPlace={(location, anonymous) => attempt(() => send(location, anonymous))}
          site={draft.site.id}
        />
      ) : step === 'show' && draft ? (
        <Show draft={draft} isBusy={isBusy || isStoring} onFailure={fail} onKept={clear} />
      ) : (
        <>
          {!site && <Banner tone="care">{words.reportNowhere}</Banner>}
          {site && (
            <Kinds onKind={(kind) => attempt(async () => go(`/report/show/${await beginReport(kind, site)}`))} />
          )}
          <Begun />
        </>
      )}
    </Frame>
  );
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

/** Each letter is kept: the camera may end the page. */
function Show({
  draft: { id, kind, site, text: kept, photos },
  isBusy,
  onFailure,
  onKept,
}: {
  readonly draft: ReportDraft;
  readonly isBusy: boolean;
  readonly onFailure: (error: unknown) => void;
  readonly onKept: () => void;
}) {
  const words = useWords(reportWords);
  const isGone = useIsGone(site.id);
  const [text, write] = useKeptText(kept, (next) =>
    changeReport(id, () => ({ text: next })).then(() => onKept(), onFailure),
  );
  return (
    <>
      <h2>{words.showOrTell}</h2>
      {isGone ? (
        <Banner tone="care">{words.reportElsewhere(site.name)}</Banner>
      ) : (
        <TakePhoto
          kept={photos}
          most={mostIncidentPhotos}
          name={reportWords.kinds[kind]}
          onTaken={(photo, _, replaced) =>
            changeReport(id, (draft) => ({ photos: withPhoto(draft.photos, photo, replaced, mostIncidentPhotos) }))
          }
          site={site.id}
        />
      )}
      <Entry label={words.typeLine} long onInput={write} value={text} />
      <Button
        busy={isBusy}
        icon="arrow-right"
        look={text || photos.length > 0 ? 'act' : 'line'}
        onClick={() => go(`/report/where/${id}`)}
        wide
      >
        {text || photos.length > 0 ? words.goOn : words.skip}
      </Button>
    </>
  );
}

const mostPlaces = 4;

/** Places of earlier reports and permits here; any other is typed. */
function Where({
  site,
  isBusy,
  onPlace,
}: {
  readonly site: string;
  readonly isBusy: boolean;
  readonly onPlace: (location: string, anonymous: boolean) => void;
}) {
  const words = useWords(reportWords);
  const [anonymous, setAnonymous] = useState(false);
  const [other, setOther] = useState('');
  const permits = useLive(`permits ${site}`, () => replica().permits.watch({ site_id: site })) ?? [];
  const incidents = useLive(`incidents ${site}`, () => replica().incidents.watch({ site_id: site })) ?? [];
  const named = [...permits, ...incidents].flatMap(({ location }) => location ?? []);
  const known = named.filter((location) => location !== reportWords.onSite);
  const places = [...new Set(known.toReversed())].slice(0, mostPlaces);
  return (
    <>
      <h2>{words.where}</h2>
      <label class="check">
        <input checked={anonymous} onChange={(event) => setAnonymous(event.currentTarget.checked)} type="checkbox" />
        {words.withoutName}
      </label>
      <ul class="card list">
        {[...places, reportWords.onSite].map((place) => (
          <li key={place}>
            <button
              aria-busy={isBusy}
              aria-disabled={isBusy}
              class="row"
              onClick={() => onPlace(place, anonymous)}
              type="button"
            >
              <Icon name="map-pin" size={28} />
              <b class="main">{place === reportWords.onSite ? words.onSite : place}</b>
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
        <Button busy={isBusy} disabled={other.trim() === ''} type="submit" wide>
          {words.report}
        </Button>
      </form>
    </>
  );
}

function Reported({ id }: { readonly id: string }) {
  const words = useWords(reportWords);
  return (
    <>
      <Banner tone="safe">
        <b>{words.reported}</b> {words.reportedHelp}
      </Banner>
      <Button icon="check" look="act" onClick={() => go('', true)} wide>
        {words.done}
      </Button>
      {id !== '' && (
        <ButtonLink href={`/field/report/photo/${id}`} icon="camera" wide>
          {words.addPhoto}
        </ButtonLink>
      )}
    </>
  );
}
