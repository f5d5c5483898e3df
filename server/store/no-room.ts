/** Whether a write failed because the disk, or the share of it that the server may use, takes no more (contract rules SY58, SY59). */

/**
 * https://sqlite.org/rescode.html: SQLITE_FULL; and where a write, a flush or the growth of the shared index failed, as it does for a
 * quota and for the limit of a file, of which SQLite makes no SQLITE_FULL.
 */
const sqliteFull = 13;
const sqliteUnwritable = [778, 1034, 4874];
/** https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full. */
const postgresFull = '53100';
/** Of files (POSIX): no space on the device, no room in the quota, a file that may not grow. */
const systemFull = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown }; // an object; each is looked at
  if (typeof errcode === 'number') return (errcode & 0xff) === sqliteFull || sqliteUnwritable.includes(errcode);
  return typeof code === 'string' && (code === postgresFull || systemFull.includes(code));
}
