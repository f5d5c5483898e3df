/** One thing that waits or that the server did not take: what it is, why, and what can be done with it. Nothing is dropped unasked. */
import { useState } from 'preact/hooks';
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { plain } from '../base/content.ts';
import { replica } from '../base/device.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { CopyOrDrop } from '../frame/copy-or-drop.tsx';
import { Entry } from '../frame/entry.tsx';
import { reportWords } from '../words/en-report.ts';
import { rowWords } from '../words/en-rows.ts';
import { sendingWords } from '../words/en-sending.ts';
import { describe, isLocked, isReport, textOf, wordsIn } from './items.ts';
import { recordOf, useRecord } from './record.ts';

const parts = { ...reportWords, ...sendingWords, ...rowWords };

export function Item({
  item,
  place,
  isSetAside,
}: {
  readonly item: OutboxItem;
  readonly place: number;
  /** What was written after it went. */
  readonly isSetAside: boolean;
}) {
  const words = useWords(parts);
  const about = useRecord(item.kind, item.record_id);
  const { title, state, icon, needsYou } = describe(item, place, about?.name ?? null, words);
  return (
    <li>
      <div class="row">
        <Icon name={icon} size={28} tone={needsYou ? 'stop' : 'plain'} />
        <span class="main">
          <b>{title}</b>
          <span class={needsYou ? 'tone-stop' : 'second'}>
            {state}
            {!needsYou && item.state !== 'acked' && ` · ${words.since(moment(item.at))}`}
          </span>
          {needsYou && isSetAside && <span class="second">{words.setAside}</span>}
          {needsYou && <span class="second kept-text">{textOf(item, words)}</span>}
        </span>
      </div>
      {item.state !== 'refused' && isReport(item) && (
        <div class="stack">
          <ButtonLink href={`/field/report/photo/${item.record_id}`} icon="camera" wide>
            {words.addPhoto}
          </ButtonLink>
        </div>
      )}
      {item.state === 'refused' && <Choices item={item} />}
    </li>
  );
}

function Choices({ item }: { readonly item: OutboxItem }) {
  const words = useWords(parts);
  const { outbox } = replica();
  const [said, setSaid] = useState<string | null>(null);
  const [written, setWritten] = useState<Readonly<Record<string, string>> | null>(null);
  const first = wordsIn(item);
  // What it was about has changed: the next act is chosen on its own screen.
  const isActOnPermit = item.op === 'act' && item.kind === 'permit';
  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => setSaid(error instanceof Problem ? error.detail : words.fault));
  const send = async (): Promise<void> => {
    if (isLocked(item)) await openDraft(item);
    await outbox.resend(item.id, written ? { set: written } : {});
  };
  return (
    <div class="stack">
      {said !== null && <Banner tone="act">{said}</Banner>}
      {written &&
        Object.entries(written).map(([field, text]) => (
          <Entry
            key={field}
            label={plain(field)}
            long
            onInput={(next) => setWritten({ ...written, [field]: next })}
            value={text}
          />
        ))}
      {isActOnPermit && (
        <ButtonLink href={`/field/permits/${item.record_id}`} icon="shield-check" look="act">
          {words.lookAtPermit}
        </ButtonLink>
      )}
      <Button icon="send" look={isActOnPermit ? 'line' : 'act'} onClick={() => attempt(send())} wide>
        {isLocked(item) ? words.suggest : words.sendAgain}
      </Button>
      <CopyOrDrop onDrop={() => outbox.discard(item.id)} text={textOf(item, words)}>
        {!written && Object.keys(first).length > 0 && (
          <Button icon="pen-line" onClick={() => setWritten(first)}>
            {words.writeAgain}
          </Button>
        )}
      </CopyOrDrop>
    </div>
  );
}

/** The change goes into a draft of the next version, about which the office decides. */
async function openDraft({ kind, record_id: id }: OutboxItem): Promise<void> {
  const { documentId } = await recordOf(kind, id);
  const document = documentId === null ? undefined : await replica().documents.get(documentId);
  if (document?.status === 'approved') await replica().act('document', document.id, 'revise');
}
