/** What SQLite and the system say where the disk, or the share of it that one may use, takes no more; the same on server and device. */

/**
 * https://sqlite.org/rescode.html: SQLITE_FULL; and where a write, a flush or the growth of the shared index failed, as it does for a
 * quota and for the limit of a file, of which SQLite makes no SQLITE_FULL.
 */
const sqliteFull = 13;
const sqliteUnwritable = [778, 1034, 4874];
/** Of files (POSIX): no space on the device, no room in the quota, a file that may not grow. */
const systemFull = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** By the code that node:sqlite and Node's files give their errors. */
export function saysNoRoom(error: object): boolean {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown }; // an object; each is looked at
  if (typeof errcode === 'number') return (errcode & 0xff) === sqliteFull || sqliteUnwritable.includes(errcode);
  return typeof code === 'string' && systemFull.includes(code);
}
