/** The page that the link in an invitation opens: who asks, for what, until when; what was sent and what came of it; and the next step. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { Accept, Decline } from './accept.tsx';
import { HandIn } from './hand-in.tsx';
import { Refused } from './refused.tsx';
import { Asked, Outcome, Sent } from './said.tsx';
import { linkIn, type Link } from './server.ts';
import { useInvitation } from './use-invitation.ts';

export function Invited() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const link = linkIn(hash);
  return (
    <div class="invited">
      <header class="brand">
        <Mark /> Sitefile
      </header>
      <main>
        {link ? (
          <Opened key={hash} link={link} />
        ) : (
          <Ended
            title="This address is not complete"
            words="Open the link in your invitation again, or copy the whole of it, up to its last letter."
          />
        )}
      </main>
    </div>
  );
}

function Opened({ link }: { readonly link: Link }) {
  const invited = useInvitation(link);
  const { value, ended, failure, again } = invited;
  if (ended)
    return (
      <Ended
        title="This link does not work any more"
        words={`${ended.detail} A newer one may be in your mail. Otherwise ask the firm that invited you.`}
      />
    );
  if (!value) return failure === null ? <Loading /> : <Failed onRetry={again} words={failure} />;
  const may = (action: string): boolean => value.allowed.includes(action);
  return (
    <>
      <h1>
        {value.organisation_name} asks {value.contractor_name ?? 'you'} for documents
      </h1>
      <Refused of={invited} />
      <Outcome of={value} />
      <Asked of={value} />
      <Sent of={value} />
      {may('accept') && <Accept invited={invited} />}
      {may('submit') && <HandIn invited={invited} of={value} />}
      {may('withdraw') && <Decline invited={invited} isAccepted={!may('accept')} />}
      <p class="second">{value.duty}</p>
    </>
  );
}

function Ended({ title, words }: { readonly title: string; readonly words: string }) {
  useEffect(() => {
    document.title = `${title} · Sitefile`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        <Icon name="info" size={20} /> {words}
      </p>
    </>
  );
}
