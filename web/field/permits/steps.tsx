/** What can be done with a permit now, the next thing first; what needs a person or a reason asks for it before it is recorded. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { permitWords } from '../words/en-permits.ts';
import { AskChecks } from './ask-checks.tsx';
import { AskReason } from './ask-reason.tsx';
import { AskTaker } from './ask-taker.tsx';
import type { Asked, Permit } from './asked.ts';
import { HandBack } from './hand-back.tsx';
import { useRecord } from './use-record.tsx';
import { holderOf, issuerOf } from './who.ts';

type Form = 'take' | 'hand over' | 'suspend' | 'resume';

export function Steps({
  permit,
  now,
  children,
}: {
  readonly permit: Permit;
  readonly now: number;
  /** What is shown while no form is open. */
  readonly children: ComponentChildren;
}) {
  const [form, setForm] = useState<Form | null>(null);
  const { record, refusal } = useRecord(() => setForm(null));
  const asked: Asked = { permit, record, onCancel: () => setForm(null) };
  if (form)
    return (
      <>
        {form === 'take' || form === 'hand over' ? (
          <AskTaker {...asked} isFirst={form === 'take'} />
        ) : form === 'suspend' ? (
          <AskReason {...asked} />
        ) : (
          <AskChecks {...asked} />
        )}
        {refusal}
      </>
    );
  return (
    <>
      {children}
      {refusal}
      <Choices now={now} onForm={setForm} permit={permit} record={record} />
    </>
  );
}

function Choices({
  permit,
  now,
  record,
  onForm,
}: {
  readonly permit: Permit;
  readonly now: number;
  readonly record: Asked['record'];
  readonly onForm: (form: Form) => void;
}) {
  const words = useWords(permitWords);
  const { permits } = replica();
  const { id, state, valid_to: end } = permit;
  const by = holderOf(permit);
  const isOver = Boolean(end && Date.parse(end) <= now);
  const ask = (form: Form, label: string, icon: IconName) => (
    <Button icon={icon} onClick={() => onForm(form)}>
      {label}
    </Button>
  );
  const finish = (
    <Button icon="check" look="act" onClick={() => record(permits.workComplete(id, { by }))} wide>
      {words.finished}
    </Button>
  );
  const handOver = ask('hand over', words.handOver, 'arrow-right');
  if (state === 'authorised')
    return by ? (
      <Stack>
        <Button icon="check" look="act" onClick={() => record(permits.open(id, { by }))} wide>
          {words.openPermit}
        </Button>
      </Stack>
    ) : (
      <Stack>
        <Button icon="user" look="act" onClick={() => onForm('take')} wide>
          {words.acceptPermit}
        </Button>
      </Stack>
    );
  if (state === 'open')
    return (
      <Stack>
        {finish}
        <div class="buttons">
          {ask('suspend', words.suspend, 'octagon-pause')}
          {handOver}
        </div>
      </Stack>
    );
  if (state === 'suspended')
    return (
      <Stack>
        {!isOver && issuerOf(permit) && (
          <Button icon="play" look="act" onClick={() => onForm('resume')} wide>
            {words.resume}
          </Button>
        )}
        <div class="buttons">
          <Button icon="check" onClick={() => record(permits.workComplete(id, { by }))}>
            {words.finished}
          </Button>
          {handOver}
        </div>
      </Stack>
    );
  if (state === 'expired')
    return (
      <Stack>
        {finish}
        <div class="buttons">{handOver}</div>
      </Stack>
    );
  return state === 'work_complete' ? <HandBack now={now} permit={permit} record={record} /> : null;
}

function Stack({ children }: { readonly children: ComponentChildren }) {
  return <div class="stack">{children}</div>;
}
