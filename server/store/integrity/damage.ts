/** Whether a query failed because the stored data itself is damaged, rather than the way to it. */

/** https://sqlite.org/rescode.html: SQLITE_CORRUPT, SQLITE_NOTADB; the low byte of any extended code. */
const sqliteDamage: readonly number[] = [11, 26];
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: data_corrupted, index_corrupted. */
const postgresDamage: readonly unknown[] = ['XX001', 'XX002'];

export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteDamage.includes(error.errcode & 0xff);
  return 'code' in error && postgresDamage.includes(error.code);
}
