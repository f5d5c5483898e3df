/** A tablet holds exactly what the server holds, in both directions, word for word. */
import { canonical } from '../../shared/crypto/canonical.ts';
import type { Row } from './orders.ts';

export function checkReplica(label: string, replica: readonly Row[], server: readonly Row[]): string[] {
  const own = new Map(replica.map((row) => [row.id, row]));
  const found: string[] = [];
  for (const row of server) {
    const mine = own.get(row.id);
    own.delete(row.id);
    if (!mine) found.push(`${label} lacks ${row.kind} ${row.id}`);
    else if (mine.rev !== row.rev || canonical(mine.body) !== canonical(row.body))
      found.push(`${label} has another ${row.kind} ${row.id}: ${mine.rev} and ${row.rev}`);
  }
  for (const { id, kind } of own.values()) found.push(`${label} has ${kind} ${id}, which the server lacks`);
  return found;
}
