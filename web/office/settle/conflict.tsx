/** One conflict: both values big, side by side, the merged proposal below, and the choice between them. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { plainText } from '../documents/plain-text.ts';
import { Refusal } from '../frame/refusal.tsx';

type Conflict = Awaited<ReturnType<typeof rest.listConflicts>>['data'][number];

export function ConflictPanel({
  conflict,
  onSettled,
}: {
  readonly conflict: Conflict;
  readonly onSettled: () => void;
}) {
  const { id, record_kind, field, was, theirs, mine, kept, proposal, author, document_id, created_at } = conflict;
  const work = useWork();
  const maySettle = useMay('conflicts:write');
  // The record has one of the two now; `keep` leaves it, `take` takes the other.
  const [now, other] = kept === 'mine' ? [mine, theirs] : [theirs, mine];
  const settle = (resolution: 'keep' | 'take' | 'merge'): Promise<void> =>
    work.run(async () => {
      await rest.settleConflict({ conflict: id, body: { resolution } });
      tell('Settled. The site gets it with its next signal.');
      onSettled();
    });
  return (
    <Panel
      actions={
        document_id && (
          <a class="second" href={`/office/documents/${document_id}`}>
            Open the document
          </a>
        )
      }
      title={`${asWords(record_kind)}: two values for ${asWords(field).toLowerCase()}`}
    >
      <div class="pad form">
        <Refusal of={work} />
        <p class="second">
          {author.name} wrote another value on {atTime(created_at)}. It was “{plainText(was) || 'empty'}” before.
          Nothing is lost whichever you keep.
        </p>
        <div class="pair">
          <Value tag="In the document now" value={now}>
            {maySettle && (
              <Button busy={work.isBusy} onClick={() => settle('keep')}>
                Keep this
              </Button>
            )}
          </Value>
          <Value tag="The other value" value={other}>
            {maySettle && (
              <Button busy={work.isBusy} onClick={() => settle('take')}>
                Take this
              </Button>
            )}
          </Value>
        </div>
        {proposal !== null && (
          <Value tag="Both together" value={proposal}>
            {maySettle && (
              <Button busy={work.isBusy} look="act" onClick={() => settle('merge')}>
                Accept both together
              </Button>
            )}
          </Value>
        )}
      </div>
    </Panel>
  );
}

function Value({
  tag,
  value,
  children,
}: {
  readonly tag: string;
  readonly value: unknown;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="value">
      <Tag>{tag}</Tag>
      <p class="running">{plainText(value) || 'empty'}</p>
      {children}
    </section>
  );
}
