/**
 * Six writers in two server processes on one PostgreSQL, and those who follow them: a tablet that pulls from one process, and a poller
 * with `updated_since` at each of the two. Counts what a follower has not seen in its last state: nothing may be.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClock } from '../kit/clock.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import { openTablet } from '../kit/tablet.ts';

export interface PollersFigures {
  readonly writes: number;
  /** Documents whose last state did not reach the tablet, or a poller. */
  readonly missedByTablet: number;
  readonly missedByPollers: number;
  /** Rounds of each follower while there were writers. */
  readonly rounds: readonly number[];
}

const token = 'admin-token-of-the-pollers';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** `goesOn` is asked before each write, with the number of those that this writer has made. */
export async function pollers(databaseUrl: string, goesOn: (writes: number) => boolean): Promise<PollersFigures> {
  await using opened = new AsyncDisposableStack();
  const start = async (): Promise<ServerProcess> => {
    const folder = await mkdtemp(join(tmpdir(), 'sitefile-pollers-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      // Both processes are one installation.
      SECRET_KEY: 'the-key-of-the-pollers-one-for-both-processes',
      SITEFILE_ADMIN_TOKEN: token,
      RATE_LIMIT: 'off',
    };
    return opened.use(await startServer(environment));
  };
  const servers = [await start(), await start()];
  const [near] = servers;
  if (!near) throw new Error('there is no server');
  const tablet = opened.use(
    await openTablet({ url: near.url, adminToken: token, clock: openClock() }, { now: Date.now }),
  );

  /** Document → its last title. */
  const written = new Map<string, string>();
  let writes = 0;
  let writing = true;
  const writers = [0, 1, 2].flatMap((n) => servers.map((server, i) => write(server, `writer ${n} of ${i}`)));
  const followers = [followOnTablet(), ...servers.map(followByTime)];
  await Promise.all(writers);
  writing = false;
  const [onTablet, ...byTime] = await Promise.all(followers);
  const missedBy = ({ seen }: Followed): number => [...written].filter(([id, title]) => seen.get(id) !== title).length;
  return {
    writes,
    missedByTablet: onTablet ? missedBy(onTablet) : written.size,
    missedByPollers: byTime.reduce((sum, each) => sum + missedBy(each), 0),
    rounds: [onTablet, ...byTime].map((each) => each?.rounds ?? 0),
  };

  /** Every third write is an edit of the document before. */
  async function write({ url }: ServerProcess, name: string): Promise<void> {
    let last = '';
    for (let own = 0; goesOn(own); own++) {
      const title = `${name}: ${own}`;
      const isEdit = own % 3 === 2;
      const response = await fetch(`${url}/api/v1/documents${isEdit ? `/${last}` : ''}`, {
        method: isEdit ? 'PUT' : 'POST',
        headers,
        body: JSON.stringify(isEdit ? { title } : { title, document_type: 'rams' }),
      });
      if (!response.ok) throw new Error(`a write answered ${response.status}: ${await response.text()}`);
      ({ id: last } = (await response.json()) as { id: string }); // the document's own reply
      written.set(last, title);
      writes += 1;
    }
  }

  async function followOnTablet(): Promise<Followed> {
    for (let rounds = 0, last = false; ; rounds += 1) {
      last = !writing;
      await tablet.sync();
      if (!last) continue;
      const shown = await tablet.documents.find();
      return { seen: new Map(shown.map(({ id, title }) => [id, title])), rounds };
    }
  }

  /** As an integrator does: again from the last `updated_at` that it has seen, page by page. */
  async function followByTime({ url }: ServerProcess): Promise<Followed> {
    const seen = new Map<string, string>();
    let since = '';
    for (let rounds = 0, last = false; ; rounds += 1) {
      last = !writing;
      for (let page = 1, more = true, from = since; more; page += 1) {
        const query = `page=${page}&per_page=100${from && `&updated_since=${encodeURIComponent(from)}`}`;
        const response = await fetch(`${url}/api/v1/documents?${query}`, { headers });
        // The list's own reply.
        const { data } = (await response.json()) as { data: { id: string; title: string; updated_at: string }[] };
        for (const { id, title, updated_at: at } of data) {
          seen.set(id, title);
          if (at > since) since = at;
        }
        more = data.length === 100;
      }
      if (last) return { seen, rounds };
    }
  }
}

interface Followed {
  readonly seen: ReadonlyMap<string, string>;
  readonly rounds: number;
}
