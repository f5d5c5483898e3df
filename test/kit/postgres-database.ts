/** What the tests do to a PostgreSQL cluster from outside of the store: name its databases, make them and drop them. */
import { Client } from 'pg';

/** The URL of another database in the same cluster. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
