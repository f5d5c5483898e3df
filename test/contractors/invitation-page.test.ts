/** The page that the mail of an invitation leads to (contract, Contractors, CT17). */
import { expect, test } from 'vitest';
import { addressOf, openOffice } from './office.ts';

test('[CT17] the mail leads to a page, whose request tells nobody the key of the link', async () => {
  await using office = await openOffice();
  await office.invite();
  await office.world.app.mail.run();
  const [, link = ''] = /^(http:\S+)$/m.exec(office.box.mails[0]?.text ?? '') ?? [];
  const { pathname, search, hash } = new URL(link);
  expect([pathname, search]).toEqual(['/invited', '']);
  expect(hash).toMatch(/^#[0-9a-f-]{36}\.[\w-]+\.[\w-]{43}$/);
  expect((await fetch(link)).headers.get('referrer-policy')).toBe('no-referrer');
  const { pathname: path, search: query } = new URL(addressOf(link));
  expect((await office.world.api('GET', path + query, undefined, { authorization: '' })).status).toBe(200);
});
