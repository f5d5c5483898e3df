/** A server with something in it, on either engine, whose whole place can be lost and made anew; and the command line beside it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../server/store/engine/engine.ts';
import { run, type Ran } from '../cli/terminal.ts';
import { freshStoreOptions } from '../kit/engines.ts';
import { temporaryFolder } from '../kit/places.ts';
import { databaseUrl, runStatement } from '../kit/postgres-database.ts';
import { openWorld, type World } from '../kit/world.ts';
import { png } from '../rest/support/images.ts';
import { photosOf } from '../rest/support/site.ts';

export interface Site extends AsyncDisposable {
  readonly world: World;
  readonly environment: Readonly<Record<string, string>>;
  /** Of the world's clock, on the place of this server. */
  run(...words: readonly string[]): Promise<Ran>;
  /** Closes the server and removes all that it had, its keys excepted. */
  destroy(): Promise<void>;
}

export async function openSite(engine: Engine): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const fresh = opened.use(await freshStoreOptions(engine));
  const [DATA_DIR, KEY_DIR] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  const { url } = fresh;
  const environment = { DATA_DIR, KEY_DIR, ...(url ? { DATABASE_URL: url } : {}) };
  const world = opened.use(await openWorld({ environment }));
  const owned = opened.move();
  return {
    world,
    environment,
    run: (...words) => run(words, environment, world.clock.now),
    destroy: async () => {
      await world.app.close();
      await rm(DATA_DIR, { recursive: true });
      if (url) await emptyDatabase(url);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function emptyDatabase(url: string): Promise<void> {
  const cluster = databaseUrl(url, 'postgres');
  const name = new URL(url).pathname.slice(1);
  await runStatement(cluster, `drop database ${name} with (force)`);
  await runStatement(cluster, `create database ${name} template template0`);
}

/** A project with a site, a document with a hazard, and a photo. Resolves to the id of the photo. */
export async function fill(world: World): Promise<string> {
  const made = async (path: string, body: object): Promise<string> =>
    (await world.api<{ id: string }>('POST', `/api/v1/${path}`, body)).body.id;
  const project_id = await made('projects', { name: 'Harrow Lane ✓' });
  const site = await made('sites', { project_id, name: 'Block A' });
  const document = await made('documents', { project_id, title: 'Glulam lift', document_type: 'rams' });
  await made(`documents/${document}/hazards`, { name: 'Falling load' });
  const answer = await fetch(new URL(`/api/v1/sites/${site}/photos`, world.url), {
    method: 'POST',
    body: photosOf(png(4)),
    headers: { authorization: `Bearer ${world.adminToken}` },
  });
  const { data } = (await answer.json()) as { data: readonly { id: string }[] };
  return data[0]?.id ?? '';
}
