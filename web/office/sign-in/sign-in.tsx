/** Signing in: at the provider where there is one, or by a link, which this page asks for, or uses where its address holds one. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { go, useAddress } from '../base/place.ts';
import { signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { AskFirst } from './ask-first.tsx';
import { Door } from './door.tsx';
import { useEntering } from './entering.ts';
import { SecondStep, type Step } from './second-step.tsx';

const foot = 'You stay signed in for 14 days on this device, or until you sign out.';

export function SignIn({
  hasMail,
  provider,
  waiting,
}: {
  readonly hasMail: boolean;
  readonly provider: string | null;
  /** The step that this browser was at when the page was loaded. */
  readonly waiting: Step | null;
}) {
  const [step, setStep] = useState(waiting);
  const entering = useEntering(setStep);
  const isUsing = useAddressOf(entering);
  if (entering.choice) return <AskFirst {...entering} choice={entering.choice} />;
  if (step && !isUsing) return <SecondStep key={step.challenge} onOver={() => setStep(null)} step={step} />;
  if (isUsing)
    return (
      <Door foot={foot} title="Signing you in">
        <Loading rows={1} />
      </Door>
    );
  if (entering.links.length > 0)
    return (
      <Door foot={foot} title="Which organisation?">
        <div class="form">
          {entering.refusal !== null && <Notice tone="stop">{entering.refusal}</Notice>}
          {entering.links.map(({ link, name, organisation }) => (
            <Button busy={entering.isBusy} key={link} onClick={() => entering.enter(link)} wide>
              {organisation} · {name}
            </Button>
          ))}
        </div>
      </Door>
    );
  return (
    <Door foot={foot} title="Sign in">
      {entering.refusal !== null && <Notice tone="stop">{entering.refusal}</Notice>}
      {provider !== null && (
        <>
          <Button busy={entering.isBusy} look="act" onClick={entering.toProvider} wide>
            Sign in with {provider}
          </Button>
          <p class="second">Or by a link to your e-mail address:</p>
        </>
      )}
      <AskForLink hasMail={hasMail} isFirst={provider === null} />
      <p class="second">
        On a tablet of the site? <a href="/field">Open the field app.</a>
      </p>
    </Door>
  );
}

function AskForLink({ hasMail, isFirst }: { readonly hasMail: boolean; readonly isFirst: boolean }) {
  const [email, setEmail] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const ask = useWork();
  const submit = (event: Event): void => {
    event.preventDefault();
    const isAddress = /^\S+@\S+\.\S+$/.test(email);
    setWrong(!isAddress);
    if (isAddress)
      void ask.run(async () => {
        await signIn.askForLink({ body: { email } });
        setAskedFor(email);
      }, true);
  };
  return (
    <form class="form" noValidate onSubmit={submit}>
      {ask.refusal !== null && <Notice tone="stop">{ask.refusal}</Notice>}
      {askedFor !== null && (
        <Notice tone="safe">
          {hasMail
            ? `If ${askedFor} belongs to a user, a link is on its way. It works once, for 15 minutes.`
            : `If ${askedFor} belongs to a user, the link is in the server’s terminal. It works once, for 15 minutes.`}
        </Notice>
      )}
      <TextField
        autocomplete="email"
        autofocus={isFirst}
        error={isWrong ? 'Write an address such as name@firm.example.' : undefined}
        label="E-mail"
        name="email"
        onInput={setEmail}
        type="email"
        value={email}
      />
      <Button busy={ask.isBusy} look={isFirst ? 'act' : 'line'} type="submit" wide>
        Send me a sign-in link
      </Button>
      {!hasMail && (
        <p class="second">
          No mail server is set up, so the link is printed in the server’s terminal. Ask the person who runs it.
        </p>
      )}
    </form>
  );
}

/**
 * What the address holds is used at once and taken out of it: the link's secret after #, or the answer of the provider. Also a link that is
 * pasted into the tab that asks for it, which loads nothing. Returns whether it is at work.
 */
function useAddressOf({ enter, answer }: Pick<ReturnType<typeof useEntering>, 'enter' | 'answer'>): boolean {
  const { hash, search } = useAddress();
  const link = hash.slice(1);
  const query = holdsAnswer(search) ? search : '';
  const [isUsing, setUsing] = useState(link !== '' || query !== '');
  useEffect(() => {
    if (link === '' && query === '') return;
    setUsing(true);
    go(location.pathname, true);
    void (link === '' ? answer(query) : enter(link)).then(() => setUsing(false));
  }, [link, query]);
  return isUsing;
}

/** The provider sends `state` back, whether it says yes or no. */
export function holdsAnswer(search: string): boolean {
  return new URLSearchParams(search).has('state');
}
