/**
 * PostgreSQL NOTIFY between the processes that share a database: a hint that an organisation's feed has advanced, never data. A broken
 * connection is reopened; polling the feed makes up for notifications missed meanwhile.
 */
import type { Client } from 'pg';

const channel = 'sitefile_feed';
/** Collects a burst of commits into one notification. */
const batchMs = 20;
const reconnectMs = 5_000;

export interface CommitListener extends AsyncDisposable {
  notify(organisationId: string): void;
}

/** @param name unique to this process, which ignores its own notifications */
export function listenForCommits(
  url: string,
  name: string,
  onCommit: (organisationId: string) => void,
): CommitListener {
  const pending = new Set<string>();
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg'); // loaded only if PostgreSQL is used
    if (closed) return;
    const opened = new pg.Client({ connectionString: url, application_name: 'sitefile notify' });
    let hasEnded = false;
    /** Runs once, although a failed connection also emits `end`. */
    const onEnd = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (client === opened) client = undefined;
      if (!closed) scheduleReconnect();
    };
    opened.on('error', () => undefined); // `end` follows
    opened.once('end', onEnd);
    opened.on('notification', ({ payload }) => {
      const [from, ...organisations] = (payload ?? '').split(' ');
      if (from !== name) for (const organisation of organisations) onCommit(organisation);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
    } catch {
      onEnd();
      void opened.end().catch(() => undefined); // not awaited: it may never settle
      return;
    }
    if (closed) await opened.end().catch(() => undefined);
    else if (!hasEnded) client = opened;
  }

  function scheduleReconnect(): void {
    setTimeout(() => {
      connecting = connect();
    }, reconnectMs).unref();
  }

  async function sendPending(): Promise<void> {
    timer = undefined;
    const organisationIds = [...pending];
    pending.clear();
    try {
      // A payload is limited to 8,000 bytes: 200 ids of 36 characters fit.
      for (let i = 0; i < organisationIds.length; i += 200)
        await client?.query('select pg_notify($1, $2)', [
          channel,
          [name, ...organisationIds.slice(i, i + 200)].join(' '),
        ]);
    } catch {
      // The other processes notice the change when they poll the feed.
    }
  }

  let connecting = connect();
  return {
    notify: (organisationId) => {
      pending.add(organisationId);
      timer ??= setTimeout(() => void sendPending(), batchMs);
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
