/**
 * PostgreSQL's NOTIFY between the processes that share a database: a hint that an organisation's feed has moved on, never data. A broken
 * connection is reopened; notifications missed meanwhile are found by polling the feed.
 */
import type { Client } from 'pg';

const channel = 'sitefile_feed';
/** A burst of commits is one hint. */
const gatherMs = 20;
const reconnectMs = 5_000;

export interface CommitListener extends AsyncDisposable {
  ring(organisationId: string): void;
}

/** @param name of this process: it ignores its own notifications. */
export function listenForCommits(url: string, name: string, heard: (organisationId: string) => void): CommitListener {
  const waiting = new Set<string>();
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg'); // only where there is a PostgreSQL
    if (closed) return;
    const opened = new pg.Client({ connectionString: url, application_name: 'sitefile bell' });
    let isOver = false;
    /** A connection that fails also ends; it is still replaced only once. */
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      if (client === opened) client = undefined;
      if (!closed) later();
    };
    opened.on('error', () => undefined); // an end follows
    opened.once('end', over);
    opened.on('notification', ({ payload }) => {
      const [from, ...organisations] = (payload ?? '').split(' ');
      if (from !== name) for (const organisation of organisations) heard(organisation);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
    } catch {
      over();
      void opened.end().catch(() => undefined); // which may never come to it
      return;
    }
    if (closed) await opened.end().catch(() => undefined);
    else if (!isOver) client = opened;
  }

  function later(): void {
    setTimeout(() => {
      connecting = connect();
    }, reconnectMs).unref();
  }

  async function ringAll(): Promise<void> {
    timer = undefined;
    const rung = [...waiting];
    waiting.clear();
    try {
      // A payload holds 8,000 bytes: two hundred ids of 36 characters.
      for (let i = 0; i < rung.length; i += 200)
        await client?.query('select pg_notify($1, $2)', [channel, [name, ...rung.slice(i, i + 200)].join(' ')]);
    } catch {
      // The others find out when they look at the feed.
    }
  }

  let connecting = connect();
  return {
    ring: (organisationId) => {
      waiting.add(organisationId);
      timer ??= setTimeout(() => void ringAll(), gatherMs);
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
