/** Which page a person sees who is not signed in: the first start while there is no administrator, else signing in. */
import { Failed, Loading } from '../../ui/states.tsx';
import { useLoaded } from '../base/loaded.ts';
import { signIn } from '../base/server.ts';
import { holdsAnswer, SignIn } from './sign-in.tsx';
import { Start } from './start.tsx';

export function BeforeOffice() {
  const { value, failure, again } = useLoaded('sign-in', () => signIn.readSignIn({}));
  if (failure !== null) return <Failed onRetry={again} words={failure} />;
  if (!value) return <Loading />;
  return value.needs_administrator && location.hash === '' && !holdsAnswer(location.search) && !value.passkey ? (
    <Start hasExample={value.has_example} />
  ) : (
    <SignIn hasMail={value.has_mail} provider={value.provider?.name ?? null} waiting={value.passkey} />
  );
}
