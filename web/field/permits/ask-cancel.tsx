/** Ends a permit for good without closing it, with a reason. */
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { holderOf, issuerOf } from './who.ts';

export function AskCancel({ permit, written: { text: reason }, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const by = holderOf(permit) ?? issuerOf(permit);
  return (
    <section class="card pad stack">
      <p>{words.cancelHelp}</p>
      <Entry label={words.whyCancelled} long onInput={(text) => write({ text })} value={reason} />
      <Button
        disabled={reason.trim() === ''}
        icon="octagon-x"
        look="stop"
        onClick={() => record(replica().permits.cancel(permit.id, { reason: reason.trim(), by }))}
        wide
      >
        {words.cancelPermit}
      </Button>
      <Button onClick={onCancel} wide>
        {words.back}
      </Button>
    </section>
  );
}
