/** Recognises the errors of SQLite and the operating system for a full disk or an exhausted quota, on server and device. */

/**
 * SQLITE_FULL, and the I/O errors of a write, a flush or the growth of the shared index: SQLite reports those, not SQLITE_FULL, if a quota
 * or a file size limit is reached (https://sqlite.org/rescode.html).
 */
const sqliteFull = 13;
const sqliteUnwritable = [778, 1034, 4874];
/** POSIX: no space on the device, quota exceeded, file too large. */
const systemFull = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Checks the error codes of node:sqlite and of Node's file functions. */
export function saysNoRoom(error: object): boolean {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown }; // an object; each member is checked below
  if (typeof errcode === 'number') return (errcode & 0xff) === sqliteFull || sqliteUnwritable.includes(errcode);
  return typeof code === 'string' && systemFull.includes(code);
}
