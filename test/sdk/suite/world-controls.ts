/** The controls of a real server in this process: used directly in Node, and through site-program.ts by a page. */
import { documentFiles } from '../../cli/sample-files.ts';
import { expectedOf } from '../../cli/compliance-expected.ts';
import { load } from '../../cli/terminal.ts';
import { ageServer } from '../../evolution/support/ageing.ts';
import { madeUpSteps } from '../../evolution/support/made-up-steps.ts';
import { limitedToken, recordsOf } from '../../kit/limited.ts';
import { openProxy, type Proxy } from '../../kit/proxy.ts';
import { alone, openWorld } from '../../kit/world.ts';
import { exif, jpegWith, plainPng } from '../../photos/pictures.ts';
import { openGateway } from '../support/gateway.ts';
import type { About, Controls, Told } from './controls.ts';

/** `origin` is that of the page whose requests are allowed; none in Node. */
export async function openControls(origin?: string): Promise<Controls> {
  await using opening = new AsyncDisposableStack();
  const world = opening.use(
    await openWorld({ environment: { ...alone, ...(origin ? { CORS_ORIGINS: origin } : {}) } }),
  );
  const opened = opening.move();
  let restore: (() => Promise<void>) | undefined;
  let proxy: Proxy | undefined;

  return {
    about: async (): Promise<About> => ({
      url: world.url,
      adminToken: world.adminToken,
      organisationId: world.organisationId,
    }),
    advance: async (ms) => world.clock.advance(ms),
    api: async <Body>(method: string, path: string, sent?: unknown): Promise<Told<Body>> => {
      const { status, body, text } = await world.api<Body>(method, path, sent);
      return { status, body, text };
    },
    token: (role, organisationId) => world.token(role, organisationId),
    limitedToken: async (projectIds) => {
      const { token, id } = await limitedToken(world, projectIds);
      return { token, id };
    },
    organisation: (name) => world.organisation(name),
    recordsOf: (projectIds) => recordsOf(world, projectIds),
    photos: async () => {
      const { db } = world.app.commitContext.store;
      const rows = await db.selectFrom('record').select('id').where('kind', '=', 'photo').orderBy('seq').execute();
      return rows.map(({ id }) => id);
    },
    pictures: async () => ({ jpeg: [...jpegWith(exif(6))], png: [...plainPng()] }),
    setPhotoQuota: (bytes) =>
      world.app.commitContext.store.transaction(async (trx) => {
        const settings = JSON.stringify({ photos: { quota_bytes: bytes } });
        await trx.updateTable('feed').set({ settings }).execute();
      }),
    backUp: async () => {
      restore = await world.backUp();
    },
    restore: async () => restore?.(),
    age: () => ageServer(world),
    update: () => world.restart(madeUpSteps),
    forgetTombstones: () => world.app.retention.run(),
    loadSample: async () => {
      const { code, stderr } = await load(world);
      if (code !== 0) throw new Error(`the sample was not loaded: ${stderr}`);
      return documentFiles.map(({ id, project_id }) => ({
        id,
        projectId: String(project_id),
        expected: expectedOf(id),
      }));
    },
    openGateway: async () => opened.use(await openGateway(() => world.url)).url,
    openProxy: async () => {
      proxy = opened.use(await openProxy({ target: world.url }));
      return proxy.url;
    },
    cutProxy: async () => proxy?.cut(),
    healProxy: async () => proxy?.heal(),
    cutProxyAfter: async (bytes) => proxy?.cutAfter(bytes),
    close: () => opened.disposeAsync(),
  };
}
