/** Signing in: asks for a link, or uses the one in the address. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { useAddress } from '../base/place.ts';
import { signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { AskFirst } from './ask-first.tsx';
import { Door } from './door.tsx';
import { useEntering } from './entering.ts';

const foot = 'You stay signed in for 14 days on this device, or until you sign out.';

export function SignIn({ hasMail }: { readonly hasMail: boolean }) {
  const [email, setEmail] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const ask = useWork();
  const link = useLinkInAddress();
  if (link.choice) return <AskFirst {...link} choice={link.choice} />;
  if (link.isUsing)
    return (
      <Door foot={foot} title="Signing you in">
        <Loading rows={1} />
      </Door>
    );
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
    <Door foot={foot} title="Sign in">
      <form class="form" noValidate onSubmit={submit}>
        {(link.refusal ?? ask.refusal) && <Notice tone="stop">{link.refusal ?? ask.refusal}</Notice>}
        {askedFor !== null && (
          <Notice tone="safe">
            {hasMail
              ? `If ${askedFor} belongs to a user, a link is on its way. It works once, for 15 minutes.`
              : `If ${askedFor} belongs to a user, the link is in the server’s terminal. It works once, for 15 minutes.`}
          </Notice>
        )}
        <TextField
          autocomplete="email"
          autofocus
          error={isWrong ? 'Write an address such as name@firm.example.' : undefined}
          label="E-mail"
          name="email"
          onInput={setEmail}
          type="email"
          value={email}
        />
        <Button busy={ask.isBusy} look="act" type="submit" wide>
          Send me a sign-in link
        </Button>
        {!hasMail && (
          <p class="second">
            No mail server is set up, so the link is printed in the server’s terminal. Ask the person who runs it.
          </p>
        )}
      </form>
    </Door>
  );
}

/** The part after # is the link's secret: used at once, and taken out of the address. */
function useLinkInAddress() {
  // Also one that is pasted into the tab that asks for it, which loads nothing.
  const link = useAddress().hash.slice(1);
  const entering = useEntering();
  const [isUsing, setUsing] = useState(link !== '');
  useEffect(() => {
    if (link === '') return;
    setUsing(true);
    history.replaceState(null, '', location.pathname);
    void entering.enter(link).then(() => setUsing(false));
  }, [link]);
  return { ...entering, isUsing };
}
