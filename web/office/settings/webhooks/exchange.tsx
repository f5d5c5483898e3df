/** What was sent and what was answered, as text: the last try, and those before it folded. */
import { asWords } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import { lasting, recently } from '../../base/times.ts';
import type { DeliveryDetail } from './types.ts';

type Try = DeliveryDetail['attempt_log'][number];

/** `tries` in their order, at least one. */
export function Exchange({ tries, sent }: { readonly tries: readonly Try[]; readonly sent: DeliveryDetail['sent'] }) {
  const [last, ...earlier] = tries.toReversed();
  return (
    <>
      {last && <Answer of={last} />}
      <section>
        <h3>We sent</h3>
        {sent === null ? (
          <p class="second">You may not read what this event tells of.</p>
        ) : (
          <>
            <Text label="We sent">{`${linesOf(sent.headers)}\n\n${indented(sent.body)}`}</Text>
            <p class="second">Signatures and headers of your own are not shown. The body is sent in one line.</p>
          </>
        )}
      </section>
      {earlier.length > 0 && (
        <details>
          <summary>Tries before: {earlier.length}</summary>
          <div class="stack">
            {earlier.map((each) => (
              <Answer key={each.attempt} of={each} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function Answer({ of }: { readonly of: Try }) {
  const { attempt, by_hand: isByHand, response_status: status, response_headers: headers } = of;
  const said = [headers && linesOf(headers), of.response_body || of.detail].filter(Boolean).join('\n\n');
  return (
    <section>
      <h3>
        {status === null ? 'No answer' : 'They answered'}{' '}
        <Tag tone={status === 200 ? 'safe' : 'stop'}>{status ?? asWords(of.outcome)}</Tag>
      </h3>
      <p class="second">
        Try {attempt}
        {isByHand && ', by hand'} · {recently(of.started_at)} · {lasting(of.duration_ms)}
      </p>
      {said !== '' && <Text label="They answered">{said}</Text>}
    </section>
  );
}

function Text({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <pre aria-label={label} class="answer" tabIndex={0}>
      {children}
    </pre>
  );
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
