/** What can be done with a permit now, the next thing first; what needs a person or a reason asks for it before it is recorded. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { actionsIn } from '../../../shared/resources/permit/states.ts';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { permitWords } from '../words/en-permits.ts';
import { AskCancel } from './ask-cancel.tsx';
import { AskChecks } from './ask-checks.tsx';
import { AskGas } from './ask-gas.tsx';
import { AskMoreTime, laterEnds } from './ask-more-time.tsx';
import { AskReason } from './ask-reason.tsx';
import { AskTaker } from './ask-taker.tsx';
import type { Asked, Permit } from './asked.ts';
import { HandBack } from './hand-back.tsx';
import { AskIsolation } from './isolations.tsx';
import { useRecord } from './use-record.tsx';
import { holderOf, issuerOf } from './who.ts';

const forms = {
  ask: AskOffice,
  take: (asked: Asked) => <AskTaker {...asked} part="first" />,
  'hand over': (asked: Asked) => <AskTaker {...asked} part="holder" />,
  'hand over issuer': (asked: Asked) => <AskTaker {...asked} part="issuer" />,
  suspend: AskReason,
  resume: AskChecks,
  gas: AskGas,
  isolate: AskIsolation,
  'more time': AskMoreTime,
  cancel: AskCancel,
} as const;
type Form = keyof typeof forms;

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
  const everyWord = useWords();
  const words = useWords(permitWords);
  const [form, setForm] = useState<{ readonly name: Form; readonly openedIn: string } | null>(null);
  const [isRecording, setRecording] = useState(false);
  // Not one that was opened while the step before it was being recorded.
  const { record: recordStep, refusal, forget } = useRecord(() => setForm((open) => (open === form ? null : open)));
  const { state } = permit;
  const onForm = (name: Form): void => setForm({ name, openedIn: state });
  useEffect(() => {
    if (!form) forget();
  }, [state]);
  const record: Asked['record'] = async (work) => {
    setRecording(true);
    await recordStep(work);
    setRecording(false);
  };
  const asked: Asked = { permit, record, onCancel: () => setForm(null) };
  const Form = form && forms[form.name];
  if (Form)
    return (
      <>
        {/* What is written in a form stays when the office, or the time, changes the permit. */}
        {form.openedIn !== state && !isRecording && (
          <Banner tone="care">{words.becameMeanwhile(everyWord.permitStates[state] ?? state)}</Banner>
        )}
        <Form {...asked} />
        {refusal}
      </>
    );
  return (
    <>
      {children}
      {refusal}
      <Choices now={now} onForm={onForm} permit={permit} record={record} />
      <Others now={now} onForm={onForm} permit={permit} />
    </>
  );
}

interface Offered {
  readonly permit: Permit;
  readonly now: number;
  readonly onForm: (form: Form) => void;
}

function Choices({ permit, now, record, onForm }: Offered & Pick<Asked, 'record'>) {
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
  if (state === 'draft')
    return (
      <Stack>
        <Banner tone="care">{words.notAskedYet}</Banner>
        <Button icon="send" look="act" onClick={() => onForm('ask')} wide>
          {words.ask}
        </Button>
      </Stack>
    );
  if (state === 'requested') return <Banner tone="care">{words.askedFor}</Banner>;
  if (state === 'authorised')
    return by ? (
      <Stack>
        <Button icon="check" look="act" onClick={() => record(permits.open(id, { by }))} wide>
          {words.openPermit}
        </Button>
        <div class="buttons">{handOver}</div>
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

/** What can be done besides, in every state that takes it. */
function Others({ permit, now, onForm }: Offered) {
  const words = useWords(permitWords);
  const { state, valid_to: end } = permit;
  const takes = new Set(actionsIn(state));
  const isOver = Boolean(end && Date.parse(end) <= now);
  const offered: readonly (readonly [Form, label: string, IconName, boolean])[] = [
    ['gas', words.gasTest, 'wind', takes.has('record_gas_test') && state !== 'requested'],
    ['isolate', words.isolate, 'ban', takes.has('record_isolation') && state !== 'requested'],
    ['more time', words.moreTime, 'clock', takes.has('extend') && !isOver && laterEnds(permit).length > 0],
    ['hand over issuer', words.handOverIssuer, 'shield-check', takes.has('hand_over') && issuerOf(permit) !== null],
    ['cancel', words.cancelPermit, 'octagon-x', takes.has('cancel')],
  ];
  const shown = offered.filter(([, , , isOffered]) => isOffered);
  if (shown.length === 0) return null;
  return (
    <div class="buttons">
      {shown.map(([form, label, icon]) => (
        <Button icon={icon} key={form} onClick={() => onForm(form)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** A permit that was written and not asked for: the tablet stopped in between. */
function AskOffice({ permit, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const [person, setPerson] = useState<Somebody | null>(null);
  return (
    <section class="card pad stack">
      <AskPerson chosen={person} onChoose={setPerson} question={words.whoAsks} />
      <Button
        disabled={!person}
        icon="send"
        look="act"
        onClick={() => record(replica().permits.request(permit.id, { by: person }))}
        wide
      >
        {words.ask}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
