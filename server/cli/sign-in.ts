/** `sign-in code | link | remove-passkeys`: what a person needs to sign in to the office, for the operator to hand over where no e-mail is sent. */
import { readKeyRing } from '../auth/keys.ts';
import { startCode } from '../auth/start-code.ts';
import { readConfig } from '../base/config.ts';
import type { CommitContext } from '../commit/commit.ts';
import { removePasskeys } from '../commit/credentials.ts';
import { operator } from '../commit/operator.ts';
import { linkOf } from '../sign-in/links.ts';
import { organisationToStart, usersWithAddress } from '../sign-in/users.ts';
import { passkeysOf } from '../store/access/credentials.ts';
import type { Options, Terminal } from './terminal.ts';
import { chosenOrganisation, withStore } from './with-store.ts';

export async function showCode(terminal: Terminal): Promise<{ code: string; url: string }> {
  const { signingKey, url } = await settingsOf(terminal);
  return await withStore(terminal, async ({ store }) => {
    const organisationId = await organisationToStart(store);
    if (organisationId === null)
      throw new Error('there is an administrator already, or no organisation yet; “sign-in link” signs a user in');
    return { code: startCode(signingKey, organisationId), url: `${url}/office/start` };
  });
}

export async function printLink(terminal: Terminal, { email, org }: Options): Promise<{ link: string }> {
  const { signingKey, url } = await settingsOf(terminal);
  return await withStore(terminal, async (commitContext) => {
    const user = await userOf(commitContext, email, org);
    return { link: await linkOf({ commitContext, signingKey, baseUrl: () => url }, operator, user) };
  });
}

/** The way back for the last owner: nobody else may remove an owner's passkeys. */
export async function forgetPasskeys(terminal: Terminal, { email, org }: Options): Promise<{ removed: number }> {
  return await withStore(terminal, async (commitContext) => {
    const { organisationId, id } = await userOf(commitContext, email, org);
    const { store, now, newId } = commitContext;
    const removed = await store.write(organisationId, now, async (tx) => {
      const passkeys = await passkeysOf(tx.trx, organisationId, id);
      await removePasskeys(tx, operator, passkeys, newId);
      return passkeys.length;
    });
    return { removed };
  });
}

/** The active user with this address; throws an Error. */
async function userOf(commitContext: CommitContext, email: string | undefined, org: string | undefined) {
  if (!email) throw new Error('--email is required: the address of the user');
  const users = await usersWithAddress(commitContext.store, email);
  const organisationId = users.length > 1 || org ? await chosenOrganisation(commitContext, org) : undefined;
  const user = users.find((each) => organisationId === undefined || each.organisationId === organisationId);
  if (!user) throw new Error(`no active user has the address ${email}`);
  return user;
}

async function settingsOf({ environment }: Terminal): Promise<{ signingKey: Uint8Array; url: string }> {
  const config = readConfig(environment);
  const keys = await readKeyRing(config);
  if (!keys) throw new Error('there is no key yet; start the server once');
  const { baseUrl, tlsCert, host, port } = config;
  return { signingKey: keys.signing, url: baseUrl ?? `${tlsCert ? 'https' : 'http'}://${host}:${port}` };
}
