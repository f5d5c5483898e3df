/** The evidence of one sign-off: who, when, on what, before whom, what is doubtful, and whether it matches its hashes. */
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon, type IconName, type Tone } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { useAddress, withQuery } from '../../base/place.ts';
import { atTime } from '../../base/times.ts';
import { longDoubts } from './doubts.ts';
import { delayOf, inWords, languageOf, signedAt, signedBy, type Signoff } from './signed.ts';
import { Signature, State } from './signatures.tsx';
import { useComparison } from './use-comparison.ts';
import { unsealedWords } from './verified.tsx';
import type { Compared } from './verify.ts';
import { VoidSignoff } from './void-signoff.tsx';

export function Evidence({
  signoff,
  others,
  number,
  again,
  onClose,
}: {
  readonly signoff: Signoff;
  /** Of the same register. */
  readonly others: readonly Signoff[];
  /** In the register, as a print made now has it. */
  readonly number: number | undefined;
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const doubts = longDoubts(signoff);
  return (
    <Dialog
      onClose={onClose}
      title={`${number === undefined ? '' : `No. ${number}: `}${signoff.worker.name}, version ${signoff.document_version ?? ''}`}
    >
      <div class="choices">
        <Signature signoff={signoff} /> <State signoff={signoff} />
      </div>
      {signoff.void && (
        <Notice tone="stop">
          Void since {atTime(signoff.void.voided_at ?? '')}, by {signoff.void.voided_by?.name ?? 'somebody'}: “
          {signoff.void.reason}”
        </Notice>
      )}
      {doubts.length > 0 && (
        <Notice tone="care">
          <ul class={doubts.length > 1 ? 'bullets' : undefined}>
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Related others={others} signoff={signoff} />
      <Facts facts={factsOf(signoff)} />
      <Hashes signoff={signoff} />
      <VoidSignoff again={again} signoff={signoff} />
    </Dialog>
  );
}

const clockWords: Readonly<Record<string, string>> = {
  server_synced: 'set by the server',
  offset_known: 'corrected by the server',
  unverified: 'not compared with the server',
};
const knownBy: Readonly<Record<string, string>> = {
  supervisor_attested: 'The supervisor',
  card_scanned: 'Their card',
  pin: 'Their PIN',
  account_login: 'Their own account',
  sms_link: 'A link to their own phone',
  none: 'Nobody checked',
};

type Fact = readonly [name: string, value: string | null | undefined | false];

function factsOf(signoff: Signoff): Fact[] {
  const { capture, received_at: received, statement, witness, declined, worker, reading } = signoff;
  const at = signedAt(signoff);
  const clock = capture.captured_at_device;
  return [
    ['Signed', at && atTime(at)],
    [
      'Clock of the tablet',
      [clock && at && atTime(clock) !== atTime(at) && `said ${atTime(clock)}`, clockWords[capture.clock_confidence]]
        .filter(Boolean)
        .join(', '),
    ],
    ['Reached us', received && [atTime(received), delayOf(signoff)].filter(Boolean).join(', ')],
    ['Signed on', [signedBy(signoff), capture.offline && 'without signal'].filter(Boolean).join(', ')],
    ['Known by', knownBy[capture.identity_assurance]],
    ['Employer', [worker.employer_name, worker.agency_name && `by ${worker.agency_name}`].filter(Boolean).join(', ')],
    ['Statement', statement?.text],
    ['Language', languageOf(signoff)],
    ['Witness', witness && [witness.name, witness.role, witness.reason].filter(Boolean).join(', ')],
    ['Not willing to sign', declined && [declined.reason, declined.follow_up].filter(Boolean).join(' ')],
    ...briefingFacts(signoff),
    ['Read', reading?.sections_total ? `${reading.sections_viewed ?? 0} of ${reading.sections_total} sections` : null],
    ['Notes', signoff.notes],
  ];
}

function briefingFacts({ briefing, understanding_check: check }: Signoff): Fact[] {
  const { briefed_by: by, duration_seconds: seconds, interpretation, interpreter_name: interpreter } = briefing ?? {};
  const minutes = seconds ? `${Math.max(1, Math.round(seconds / 60))}\u202fmin` : null;
  return [
    ['Briefed by', [by?.name, inWords(briefing?.method).toLowerCase(), minutes].filter(Boolean).join(', ')],
    ['Where', briefing?.location],
    [
      'Interpreter',
      interpretation &&
        interpretation !== 'none_needed' &&
        [inWords(interpretation), interpreter].filter(Boolean).join(', '),
    ],
    [
      'Understanding check',
      check?.questions ? `${check.correct ?? 0} of ${check.questions} right${triesOf(check.attempts)}` : null,
    ],
  ];
}

function triesOf(attempts: number | null | undefined): string {
  return attempts ? `, ${attempts === 1 ? 'at once' : `after ${attempts} tries`}` : '';
}

/** The sign-off that this one copies, and those that copy it. */
function Related({ signoff, others }: { readonly signoff: Signoff; readonly others: readonly Signoff[] }) {
  const address = useAddress();
  const link = ({ id, worker }: Signoff) => <a href={withQuery(address, { signoff: id })}>{worker.name}</a>;
  const first = others.find(({ id }) => id === signoff.duplicate_of);
  const copies = others.filter(({ duplicate_of: of }) => of === signoff.id);
  if (!first && copies.length === 0) return null;
  return (
    <p class="second">
      {first && (
        <>
          {signoff.status === 'duplicate' ? 'A copy of the sign-off of' : 'Signed again after the sign-off of'}{' '}
          {link(first)}
          {signedAt(first) && ` of ${atTime(signedAt(first) ?? '')}`}.
        </>
      )}{' '}
      {copies.map((copy) => (
        <span key={copy.id}>
          {copy.status === 'duplicate' ? 'Sent twice; the copy is that of' : 'Signed again:'} {link(copy)}.{' '}
        </span>
      ))}
    </p>
  );
}

function iconOf({ holds, gone }: Compared): { readonly name: IconName; readonly tone?: Tone } {
  if (holds === null) return gone ? { name: 'circle', tone: 'care' } : { name: 'circle' };
  return holds ? { name: 'circle-check', tone: 'safe' } : { name: 'octagon-x', tone: 'stop' };
}

function wordsOf({ what, holds, gone }: Compared): string {
  if (holds === null)
    return gone
      ? `Cannot be compared: ${gone} is gone`
      : `Nothing to compare: ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return holds ? what : `Not so: ${what}`;
}

function Hashes({ signoff }: { readonly signoff: Signoff }) {
  const compare = useComparison(signoff.document_id);
  const hashes: readonly Fact[] = [
    ['Version', signoff.content_hash],
    ['Ink', signoff.signature?.sha256],
    ['Seal', signoff.integrity?.payload_hash],
    ['Seal before it', signoff.integrity && (signoff.integrity.previous_on_device ?? 'the first on this tablet')],
    ['Record', signoff.id],
  ];
  return (
    <>
      <Shown of={compare} rows={4}>
        {(compared) => (
          <ul class="checked">
            {compared(signoff).map((each) => (
              <li class={each.holds === null && !each.gone ? 'quiet' : undefined} key={each.what}>
                <Icon {...iconOf(each)} /> {wordsOf(each)}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <p class="second">{unsealedWords}</p>
      <details class="rows">
        <summary>Hashes</summary>
        <Facts facts={hashes} />
      </details>
    </>
  );
}
