/** A report that was made on this tablet, sent or waiting: what it says, and photos that are added to it. */
import { mostIncidentPhotos } from '../../../shared/resources/incident/most-photos.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Wait } from '../frame/said.tsx';
import { english } from '../words/en.ts';
import { reportWords } from '../words/en-report.ts';
import { addLater } from './later-photos.ts';
import { useIsGone } from './site-gone.ts';
import { TakePhoto } from './take-photo.tsx';

export function SentReport({ id }: { readonly id: string }) {
  const words = useWords(reportWords);
  const found = useLive(`incident ${id}`, () => replica().incidents.watch({ id }));
  if (!found) return <Wait />;
  const [report] = found;
  if (!report) return <Banner tone="care">{words.reportAway}</Banner>;
  return <Found report={report} />;
}

function Found({ report }: { readonly report: Shown<'incident'> }) {
  const words = useWords(reportWords);
  const { id, incident_type: type, description, location, occurred_at: at, photos, unsent, anonymous } = report;
  const site = report.site_id ?? '';
  const isGone = useIsGone(site);
  const isFull = photos.length >= mostIncidentPhotos;
  // The office may know other types.
  const named = (kinds: typeof reportWords.kinds): string | undefined => (kinds as Record<string, string>)[type ?? ''];
  return (
    <>
      <section class="card pad stack">
        <h2>{[named(words.kinds), moment(at)].filter(Boolean).join(', ')}</h2>
        <p>{description}</p>
        <p class="second">{location}</p>
        {photos.length > 0 && (
          <p class="second" role="status">
            {words.photosWithIt(photos.length)}
          </p>
        )}
        {unsent && <p class="second">{words.reportedHelp}</p>}
      </section>
      {isGone ? (
        <Banner tone="care">{words.reportAway}</Banner>
      ) : isFull ? (
        <Banner tone="care">{words.photosFull(mostIncidentPhotos)}</Banner>
      ) : (
        <>
          {anonymous && <Banner tone="care">{words.photoNamesTablet}</Banner>}
          <TakePhoto
            kept={[]}
            most={mostIncidentPhotos}
            name={named(reportWords.kinds) ?? english.report}
            onTaken={(photo) => addLater(id, photo)}
            site={site}
          />
        </>
      )}
    </>
  );
}
