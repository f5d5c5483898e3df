/** Damages the replica of the tablet: one change in its outbox loses what it says, as after a write that the disk did not finish. */
import type { Page } from 'playwright';

/** The page that is open has to be loaded again to notice. */
export async function damageReplica(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const asked = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const { name } = (await indexedDB.databases()).find((each) => /field-.*journal/.test(each.name));
    const database = await asked(indexedDB.open(name));
    const rows = database.transaction('docs', 'readwrite').objectStore('docs');
    const row = (await asked(rows.getAll())).find(({ key }) => key.startsWith('command-'));
    await asked(rows.put({ ...row, key: row.key.replace(/.$/, 'x'), value: null }));
    database.close();
  })()`);
}
