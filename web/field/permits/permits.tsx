/** The permits of the site, the most urgent first. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { useServerTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { isArchived } from '../base/site.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { ClockNote } from '../frame/clock-note.tsx';
import { Button } from '../../ui/button.tsx';
import { go } from '../base/place.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { enrolWords } from '../words/en-enrol.ts';
import { permitWords } from '../words/en-permits.ts';
import { PermitRow } from './permit-row.tsx';
import { byUrgency } from './time/urgency.ts';
import { Wait } from '../frame/said.tsx';

export function Permits({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(permitWords);
  const { siteArchived } = useWords(enrolWords);
  const now = useServerTime();
  const permits = useLive(`permits ${site.id}`, () => replica().permits.watch({ site_id: site.id }));
  return (
    <Frame back="" below={site.name} room="permits" title={words.permits}>
      <ClockNote />
      {!permits && <Wait />}
      {permits?.length === 0 && <p class="none">{words.noPermits}</p>}
      {isArchived(site) ? (
        <Banner tone="care">{siteArchived(site.name)}</Banner>
      ) : (
        <Button icon="plus" onClick={() => go('/permits/new')} wide>
          {words.askPermit}
        </Button>
      )}
      {permits && permits.length > 0 && (
        <ul class="card list">
          {byUrgency(permits, now).map((permit) => (
            <PermitRow key={permit.id} now={now} permit={permit} />
          ))}
        </ul>
      )}
    </Frame>
  );
}
