/** All that this tablet wrote and the server has since today began, the latest first, and the sign-offs that came to the server otherwise. */
import type { Arrived as List, ArrivedItem } from '../../../client-sdk/disk/arrived.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Icon } from '../../ui/icon.tsx';
import { useServerTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { reportWords } from '../words/en-report.ts';
import { sendingWords } from '../words/en-sending.ts';
import { isReport, subjectOf, titleOf } from './items.ts';
import { useRecord } from './record.ts';
import { startOfDay } from './use-arrived.ts';

const most = 200;
const parts = { ...reportWords, ...sendingWords };

interface Row {
  readonly id: string;
  /** ms since 1970 */
  readonly at: number;
  /** Null = it was written elsewhere. */
  readonly own: ArrivedItem | null;
  readonly signoff: Shown<'signoff'> | undefined;
}

export function Arrived({ arrived: { items } }: { readonly arrived: List }) {
  const words = useWords(sendingWords);
  const since = Date.parse(startOfDay(useServerTime()));
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const rows = rowsOf(items, signoffs, since);
  if (rows.length === 0) return null;
  return (
    <section aria-label={words.sentToday} class="card list">
      <h2>{words.sentToday}</h2>
      <ul>
        {rows.slice(0, most).map((row) => (
          <Sent key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > most && <p class="second pad">{words.moreSent(rows.length - most)}</p>}
    </section>
  );
}

function rowsOf(items: readonly ArrivedItem[], signoffs: readonly Shown<'signoff'>[], since: number): readonly Row[] {
  const signoffById = new Map(signoffs.map((signoff) => [signoff.id, signoff]));
  const own = new Set(items.map(({ record_id }) => record_id));
  const others = signoffs.flatMap((signoff): Row[] => {
    const { id, unsent, status, received_at } = signoff;
    const at = received_at ? Date.parse(received_at) : -Infinity;
    const isOther = !own.has(id) && !unsent && status === 'recorded' && at >= since;
    return isOther ? [{ id, at, own: null, signoff }] : [];
  });
  const written = items.map((item): Row => {
    return { id: item.id, at: Date.parse(item.arrived_at), own: item, signoff: signoffById.get(item.record_id) };
  });
  return others.length > 0 ? [...written, ...others].toSorted((a, b) => b.at - a.at) : written;
}

function Sent({ row: { at, own, signoff } }: { readonly row: Row }) {
  const words = useWords(parts);
  const subject = own?.op === 'create' ? subjectOf(own) : null;
  // Asked only where what was written does not name it.
  const about = useRecord(own && subject === null ? own.kind : '', own?.record_id ?? '');
  const { document_reference: reference, document_version: version } = signoff ?? {};
  const name = subject ?? about?.name ?? (own && subjectOf(own)) ?? signoff?.worker?.name ?? null;
  const inside = (
    <>
      <Icon name="check-check" size={28} tone="safe" />
      <span class="main">
        <b>{titleOf(own ?? otherSignoff, name, words)}</b>
        {signoff && <span class="second">{[reference, words.version(version ?? 0)].filter(Boolean).join(' · ')}</span>}
        <span class="second">{words.sentAt(clock(at), own?.seq ?? 0)}</span>
        {own && isReport(own) && <span class="tone-act">{words.addPhoto}</span>}
      </span>
    </>
  );
  if (!own || !isReport(own)) return <li class="row">{inside}</li>;
  return (
    <li>
      <a class="row" href={`/field/report/photo/${own.record_id}`}>
        {inside}
        <Icon name="chevron-right" size={24} />
      </a>
    </li>
  );
}

const otherSignoff = { kind: 'signoff', op: 'create', action: null } as const;
