/** The sign-offs that reached the server today, the latest first: a person can be shown that their signature arrived. */
import { Icon } from '../../ui/icon.tsx';
import { serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { sendingWords } from '../words/en-sending.ts';

const most = 50;

export function Arrived() {
  const words = useWords(sendingWords);
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const today = new Date(serverTime()).toDateString();
  const arrived = signoffs
    .filter(({ unsent, status, received_at: at }) => {
      return !unsent && status === 'recorded' && at && new Date(at).toDateString() === today;
    })
    .toSorted((a, b) => Date.parse(b.received_at ?? '') - Date.parse(a.received_at ?? ''))
    .slice(0, most);
  if (arrived.length === 0) return null;
  return (
    <section aria-label={words.arrivedToday} class="card list">
      <h2>{words.arrivedToday}</h2>
      <ul>
        {arrived.map(({ id, worker, document_reference: reference, document_version: version, received_at: at }) => (
          <li class="row" key={id}>
            <Icon name="check-check" size={28} tone="safe" />
            <span class="main">
              <b>{worker?.name}</b>
              <span class="second">
                {[reference, words.version(version ?? 0)].filter(Boolean).join(' · ')}
                {' · '}
                {words.arrivedAt(clock(at ?? ''))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
