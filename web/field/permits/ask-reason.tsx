/** Why the work is stopped: one tap on a reason, or a line. */
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';

export function AskReason({ permit, written: { text: other }, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const suspend = (reason: string): Promise<void> => record(replica().permits.suspend(permit.id, { reason }));
  return (
    <form
      class="card pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (other.trim() !== '') void suspend(other.trim());
      }}
    >
      <h2>{words.whyStopped}</h2>
      <div class="choices">
        {permitWords.suspendReasons.map((reason, i) => (
          <Button key={reason} onClick={() => suspend(reason)}>
            {words.suspendReasons[i]}
          </Button>
        ))}
      </div>
      <Entry label={words.otherReason} onInput={(text) => write({ text })} value={other} />
      <Button disabled={other.trim() === ''} icon="octagon-pause" type="submit" wide>
        {words.suspend}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </form>
  );
}
