/** How people come into this office: by a link, by the accounts of a provider, and with a passkey besides. */
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { useLoaded } from '../base/loaded.ts';
import { signIn } from '../base/server.ts';

export function WaysIn() {
  const read = useLoaded('ways in', async () => {
    const [ways, passkeys] = await Promise.all([signIn.readSignIn({}), signIn.listPasskeys({})]);
    return { ...ways, isPossible: passkeys.is_possible };
  });
  return (
    <Panel title="How people sign in here">
      <Shown of={read} rows={2}>
        {({ has_mail: hasMail, provider, isPossible }) => (
          <Facts
            facts={[
              [
                'By a link',
                hasMail
                  ? 'Sent by e-mail, good once and for 15 minutes.'
                  : 'No mail server is set (SMTP_URL): the operator reads the links in the terminal.',
              ],
              [
                'By your accounts',
                provider
                  ? `${provider.name}. The first time, the address of the account has to be that of a user.`
                  : 'No provider is set. With OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET the operator adds one.',
              ],
              [
                'With a passkey besides',
                isPossible
                  ? 'Possible. Each person adds theirs below.'
                  : 'Not at this address: browsers want https and a name, not a number.',
              ],
            ]}
          />
        )}
      </Shown>
    </Panel>
  );
}
