/** How much text of refused commands an organisation keeps: beyond its quota only their hashes and answers are (contract, Security). */
import type { Trx } from '../engine/db.ts';
import { refusedBytes } from './commands.ts';
import type { CommandTable } from '../tables/commands.ts';
import type { Owned } from '../tables/rows.ts';

/** Then the rows are summed again: retention has deleted some, or another process has added some. */
const knownForMs = 3_600_000;

export interface RefusedQuota {
  /** The rows as they are to be stored. Call under the lock of the organisation. */
  fit(trx: Trx, orgId: string, rows: readonly Owned<CommandTable>[]): Promise<readonly Owned<CommandTable>[]>;
}

/** `now` = ms since 1970 */
export function openRefusedQuota(maxBytes: number, now: () => number): RefusedQuota {
  const usedByOrganisation = new Map<string, { readonly since: number; bytes: number }>();
  return {
    fit: async (trx, orgId, rows) => {
      if (!rows.some(({ status }) => status === 'refused')) return rows;
      let used = usedByOrganisation.get(orgId);
      if (!used || now() >= used.since + knownForMs) used = { since: now(), bytes: await refusedBytes(trx, orgId) };
      usedByOrganisation.set(orgId, used);
      const fitted = [];
      for (const row of rows) {
        const bytes = row.status === 'refused' ? Buffer.byteLength(row.sent ?? '') : 0;
        const fits = bytes === 0 || used.bytes + bytes <= maxBytes;
        if (fits) used.bytes += bytes;
        fitted.push(fits ? row : { ...row, sent: null });
      }
      return fitted;
    },
  };
}
