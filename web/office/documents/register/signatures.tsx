/** The rows of the register: who signed, how, when, when it reached us, and what is to be said about it. Each opens its evidence. */
import { isInForce } from '../../../../shared/model/validity.ts';
import { Ink } from '../../../ui/ink.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useAddress, withQuery } from '../../base/place.ts';
import { atTime } from '../../base/times.ts';
import { shortDoubts } from './doubts.ts';
import { delayOf, languageOf, signedAt, signedBy, type Signoff } from './signed.ts';

export function Signatures({
  signoffs,
  numbers,
}: {
  readonly signoffs: readonly Signoff[];
  /** By id, as a print made now has them. */
  readonly numbers: ReadonlyMap<string, number>;
}) {
  const address = useAddress();
  return (
    <table class="table folds">
      <thead>
        <tr>
          <th>No</th>
          <th>Name</th>
          <th>Language</th>
          <th>Signature</th>
          <th>Signed</th>
          <th>How</th>
          <th>Reached us</th>
          <th>Version</th>
        </tr>
      </thead>
      <tbody>
        {signoffs.map((signoff) => {
          const { id, worker, received_at: received, document_version: version } = signoff;
          const at = signedAt(signoff);
          const delay = delayOf(signoff);
          return (
            <tr class={signoff.status === 'voided' ? 'faded' : undefined} key={id}>
              <td class="number">{numbers.get(id)}</td>
              <td>
                <a class="title" href={withQuery(address, { signoff: id })}>
                  {worker.name}
                </a>
                <span class="second">{[worker.trade, worker.employer_name].filter(Boolean).join(' · ')}</span>
              </td>
              <td class="second">{languageOf(signoff)}</td>
              <td>
                <Signature signoff={signoff} />
              </td>
              <td class="nowrap">{at ? atTime(at) : ''}</td>
              <td class="second">{signedBy(signoff)}</td>
              <td class="second">{received && [atTime(received), delay].filter(Boolean).join(', ')}</td>
              <td>
                <span class="choices">
                  v{version} <State signoff={signoff} />
                  {shortDoubts(signoff).map((doubt) => (
                    <Tag key={doubt} tone="care">
                      {doubt}
                    </Tag>
                  ))}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** As it was given: ink, a name that was typed, or a tick before a witness. */
export function Signature({ signoff: { worker, signature, witness } }: { readonly signoff: Signoff }) {
  if (!signature) return <span class="quiet">none</span>;
  const { kind, strokes, text } = signature;
  if (strokes) return <Ink label={`Signature of ${worker.name}`} strokes={strokes} />;
  if (kind === 'typed_name')
    return (
      <span>
        <i>{text ?? worker.name}</i> typed
      </span>
    );
  if (kind === 'tick_with_witness') return <span>✓ before {witness?.name ?? 'a witness'}</span>;
  return <span class="quiet">{kind === 'ink_vector' ? 'no ink' : 'a picture'}</span>;
}

export function State({ signoff: { status, currency, declined } }: { readonly signoff: Signoff }) {
  if (status === 'declined') return <Tag tone="stop">Declined{declined?.reason && `: ${declined.reason}`}</Tag>;
  if (status === 'duplicate') return <Tag>Sent twice, kept once</Tag>;
  if (status !== 'recorded') return <Tag tone="stop">Void</Tag>;
  return isInForce(currency) ? null : <Tag tone="care">Old version</Tag>;
}
