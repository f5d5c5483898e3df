/**
 * How much an organisation keeps of refused commands (contract, Security): beyond the bytes only hash and answer of each, and beyond the
 * rows the oldest are deleted, those without text first.
 */
import type { Trx } from '../engine/db.ts';
import { deleteRefused, refusedSize } from './commands.ts';
import type { CommandTable } from '../tables/commands.ts';
import type { Owned } from '../tables/rows.ts';

/** Then the rows are summed again: retention has deleted some, or another process has added some. */
const knownForMs = 3_600_000;

export interface RefusedQuota {
  /** The rows as they are to be stored. Call under the lock of the organisation. */
  fit(trx: Trx, orgId: string, rows: readonly Owned<CommandTable>[]): Promise<readonly Owned<CommandTable>[]>;
}

export interface RefusedCaps {
  readonly refusedBytesByOrganisation: number;
  readonly refusedRowsByOrganisation: number;
}

/** `now` = ms since 1970 */
export function openRefusedQuota(caps: RefusedCaps, now: () => number): RefusedQuota {
  const { refusedBytesByOrganisation: maxBytes, refusedRowsByOrganisation: maxRows } = caps;
  const usedByOrganisation = new Map<string, { readonly since: number; bytes: number; rows: number }>();
  return {
    fit: async (trx, orgId, rows) => {
      const more = rows.filter(({ status }) => status === 'refused').length;
      if (more === 0) return rows;
      let used = usedByOrganisation.get(orgId);
      if (!used || now() >= used.since + knownForMs) used = { since: now(), ...(await refusedSize(trx, orgId)) };
      usedByOrganisation.set(orgId, used);
      used.rows += more;
      // Some more than needed, so that this is rare.
      if (used.rows > maxRows)
        used.rows -= await deleteRefused(trx, orgId, used.rows - maxRows + Math.ceil(maxRows / 20));
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
