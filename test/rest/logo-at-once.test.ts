/** A logo is removed while somebody else uploads the same picture. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from './support/images.ts';
import { logoOf, openSite } from './support/site.ts';

test('[EX126] a logo that is removed while somebody uploads it again keeps its file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-logo-'));
  await using site = await openSite('sqlite', { isFurnished: false, environment: { DATA_DIR: dataDir } });
  const { url, adminToken } = site.world;
  const slow = request(`${url}/api/v1/organisation/logo`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${adminToken}`,
      'content-type': 'multipart/form-data; boundary=end',
      'idempotency-key': 'slow',
    },
  });
  slow.write('--end\r\ncontent-disposition: form-data; name="logo"; filename="l.png"\r\n\r\n');
  slow.write(png(3));
  slow.write('\r\n--end\r\ncontent-disposition: form-data; name="more"\r\n\r\n');
  const files = async () => (await readdir(dataDir, { recursive: true })).filter((name) => /[\da-f]{64}$/.test(name));
  await expect.poll(files).toHaveLength(1);
  await site.must('uploadLogo', { body: logoOf(png(3)) });
  await site.must('removeLogo');
  expect(await files()).toEqual([]);
  slow.end('\r\n--end--\r\n');
  const [answer] = (await once(slow, 'response')) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, (await site.call('getLogo')).status]).toEqual([200, 200]);
  await rm(dataDir, { recursive: true, force: true });
});
