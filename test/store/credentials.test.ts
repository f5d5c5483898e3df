/** Accounts at the provider and passkeys in the store: each of one user, of the same organisation, on both engines. */
import { describe, expect, test } from 'vitest';
import {
  deleteIdentity,
  deletePasskey,
  findPasskey,
  identitiesOf,
  insertIdentity,
  insertPasskey,
  markPasskeyUsed,
  passkeysOf,
} from '../../server/store/access/credentials.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { minute } from './queue-rows.ts';

const issuer = 'https://id.firm.example';

describe.each(engines)('credentials on %s', (engine) => {
  test('[AU39] an account and a passkey belong to one user of their own organisation', async () => {
    await using world = await openWorld({ engine });
    const { app, organisationId: orgId } = world;
    const { store } = app.commitContext;
    const users: string[] = [];
    for (const name of ['Ada', 'Bo'])
      users.push((await world.api<{ id: string }>('POST', '/api/v1/users', { name, role: 'author' })).body.id);
    const [ada = '', bo = ''] = users;
    const other = await world.organisation('Other');
    const bond = (id: string, user_id: string, subject: string) => ({
      id,
      user_id,
      subject,
      issuer,
      email: 'ada@firm.example',
      created_at: minute(0),
    });
    const addBond = (org: string, row: ReturnType<typeof bond>) =>
      store.transaction((trx) => insertIdentity(trx, org, row));
    await addBond(orgId, bond('1', ada, 'one'));
    await expect(addBond(orgId, bond('2', bo, 'one'))).rejects.toThrow(/unique/i);
    await expect(addBond(orgId, bond('2', ada, 'two'))).rejects.toThrow(/unique/i);
    await expect(addBond(other, bond('2', ada, 'one'))).rejects.toThrow(/foreign key/i);
    await addBond(orgId, bond('2', bo, 'two'));
    const found = await identitiesOf(store.db, orgId, issuer, 'one', bo);
    expect(found.map(({ id }) => id).toSorted()).toEqual(['1', '2']);
    expect(await identitiesOf(store.db, orgId, 'https://elsewhere.example', 'one', bo)).toEqual([]);
    await store.transaction((trx) => deleteIdentity(trx, orgId, '1'));
    expect(await identitiesOf(store.db, orgId, issuer, 'one', '')).toEqual([]);

    const key = (id: string, user_id: string, credential_id: string) => ({
      id,
      user_id,
      credential_id,
      public_key: 'k',
      transports: '[]',
      rp_id: 'localhost',
      name: 'Key',
      created_at: minute(0),
      sign_count: 0,
      last_used_at: null,
    });
    const addKey = (org: string, row: ReturnType<typeof key>) =>
      store.transaction((trx) => insertPasskey(trx, org, row));
    await addKey(orgId, key('1', ada, 'c1'));
    await expect(addKey(orgId, key('2', bo, 'c1'))).rejects.toThrow(/unique/i);
    await expect(addKey(other, key('1', ada, 'c1'))).rejects.toThrow(/foreign key/i);
    await store.transaction((trx) => markPasskeyUsed(trx, orgId, '1', 4_000_000_000, minute(1)));
    expect(await findPasskey(store.db, orgId, 'c1')).toMatchObject({
      sign_count: 4_000_000_000,
      last_used_at: minute(1),
    });
    expect(await findPasskey(store.db, other, 'c1')).toBeUndefined();
    await store.transaction((trx) => deletePasskey(trx, orgId, '1'));
    expect(await passkeysOf(store.db, orgId, ada)).toEqual([]);
  });
});
