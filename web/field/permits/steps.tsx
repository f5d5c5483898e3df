/** What can be done with a permit now, the next thing first; what needs a person or a reason asks for it before it is recorded. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { actionsIn } from '../../../shared/resources/permit/states.ts';
import { serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { useOnlyOwn, useSaved } from '../document/edit/use-saved.ts';
import { Banner } from '../frame/banner.tsx';
import { permitWords } from '../words/en-permits.ts';
import { AskCancel } from './ask-cancel.tsx';
import { AskChecks } from './ask-checks.tsx';
import { AskGas } from './ask-gas.tsx';
import { AskMoreTime, laterEnds } from './ask-more-time.tsx';
import { AskReason } from './ask-reason.tsx';
import { AskTaker } from './ask-taker.tsx';
import type { Asked, Permit } from './asked.ts';
import { begunSteps, dropStep, keepStep, lastOf, nothingWritten, type BegunStep } from './begun-steps.ts';
import { begunPermits } from './kept-request.ts';
import { CloseEarly, HandBack } from './hand-back.tsx';
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
  'close early': CloseEarly,
} as const;
type Form = keyof typeof forms;

interface Props {
  readonly permit: Permit;
  readonly now: number;
  /** What is shown while no form is open. */
  readonly children: ComponentChildren;
}

/** With the form that was begun, if there is one. */
export function Steps(props: Props) {
  const { id } = props.permit;
  const [begun, setBegun] = useState<BegunStep | null>();
  useEffect(() => {
    begunSteps.read().then(
      (all) => setBegun(lastOf(all, id, (name) => name in forms) ?? null),
      () => setBegun(null), // it works without
    );
  }, [id]);
  return begun === undefined ? <>{props.children}</> : <StepsFrom {...props} begun={begun} />;
}

function StepsFrom({ permit, now, children, begun }: Props & { readonly begun: BegunStep | null }) {
  const everyWord = useWords();
  const words = useWords(permitWords);
  const { id, state } = permit;
  const onlyOwn = useOnlyOwn();
  const { value: form, setValue: setForm } = useSaved(
    begun,
    async (open) => open && (await keepStep(id, open, onlyOwn)),
  );
  const [isRecording, setRecording] = useState(false);
  // Not one that was opened while the step before it was being recorded.
  const close = async (): Promise<void> => {
    // Not after a pause: it is recorded, or not wanted.
    if (form) await dropStep(id, form, onlyOwn).catch(() => undefined);
    setForm((open) => (open?.at === form?.at ? null : open));
  };
  const { record: recordStep, refusal, forget } = useRecord(close);
  const onForm = (name: Form): void => setForm({ name, openedIn: state, at: serverTime(), written: nothingWritten });
  useEffect(() => {
    if (!form) forget();
  }, [state]);
  const cancel = (): Promise<void> => {
    forget();
    return close();
  };
  const record: Asked['record'] = async (work) => {
    setRecording(true);
    await recordStep(work);
    setRecording(false);
  };
  const Form = form && forms[form.name as Form]; // looked up, or from the disk and checked there
  if (Form) {
    const { written } = form;
    const write: Asked['write'] = (changes) =>
      setForm((open) => open && { ...open, written: { ...open.written, ...changes } });
    const asked: Asked = { permit, written, write, record, onCancel: cancel };
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
  }
  return (
    <>
      {children}
      {refusal}
      {/* A button is another one in another state, also for who has the focus on it. */}
      <Choices key={state} now={now} onForm={onForm} permit={permit} record={record} />
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
  if (state === 'draft') return <Draft id={id} onAsk={() => onForm('ask')} />;
  if (state === 'requested') return <Banner tone="care">{words.askedFor}</Banner>;
  if (state === 'authorised')
    return by ? (
      <div class="stack">
        <Button icon="check" look="act" onClick={() => record(permits.open(id, { by }))} wide>
          {words.openPermit}
        </Button>
        <div class="buttons">{handOver}</div>
      </div>
    ) : (
      <div class="stack">
        <Button icon="user" look="act" onClick={() => onForm('take')} wide>
          {words.acceptPermit}
        </Button>
      </div>
    );
  if (state === 'open')
    return (
      <div class="stack">
        {finish}
        <div class="buttons">
          {ask('suspend', words.suspend, 'octagon-pause')}
          {handOver}
        </div>
      </div>
    );
  if (state === 'suspended')
    return (
      <div class="stack">
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
      </div>
    );
  if (state === 'expired')
    return (
      <div class="stack">
        {finish}
        <div class="buttons">{handOver}</div>
      </div>
    );
  return state === 'work_complete' ? (
    <HandBack now={now} onEarly={() => onForm('close early')} permit={permit} record={record} />
  ) : null;
}

function Draft({ id, onAsk }: { readonly id: string; readonly onAsk: () => void }) {
  const words = useWords(permitWords);
  // What was written of it on this tablet is asked for with it.
  const isBegun = useSignal(begunPermits)[id] !== undefined;
  useEffect(() => void begunPermits.read().catch(() => undefined), []);
  return (
    <div class="stack">
      <Banner tone="care">{words.notAskedYet}</Banner>
      {isBegun ? (
        <ButtonLink href="/field/permits/new" icon="pen-line" look="act" wide>
          {words.askPermit}
        </ButtonLink>
      ) : (
        <Button icon="send" look="act" onClick={onAsk} wide>
          {words.ask}
        </Button>
      )}
    </div>
  );
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
function AskOffice({ permit, written: { person = null }, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  return (
    <section class="card pad stack">
      <AskPerson chosen={person} onChoose={(somebody) => write({ person: somebody })} question={words.whoAsks} />
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
