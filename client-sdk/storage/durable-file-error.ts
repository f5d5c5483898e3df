/** What can be wrong with the file of a durable storage, said so that a person knows what to do; nothing is ever deleted. */

export type DurableFileFault = 'in_use' | 'damaged' | 'foreign' | 'unreadable' | 'unwritable';

/** Thrown when the file cannot be opened, and by a write that did not reach the file. `cause` is SQLite's own error. */
export class DurableFileError extends Error {
  override readonly name = 'DurableFileError';
  readonly fault: DurableFileFault;
  readonly file: string;

  constructor(fault: DurableFileFault, file: string, cause?: unknown) {
    super(`${file} ${SENTENCES[fault]}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
    this.fault = fault;
    this.file = file;
  }
}

/** SQLite's error as a DurableFileError; an error with no SQLite code of its own gets `otherwise`. */
export function asDurableFileError(file: string, error: unknown, otherwise: DurableFileFault): DurableFileError {
  if (error instanceof DurableFileError) return error;
  const fault = FAULTS_BY_SQLITE_CODE.get(primaryCode(error)) ?? otherwise;
  return new DurableFileError(fault, file, error);
}

const SENTENCES: Readonly<Record<DurableFileFault, string>> = {
  in_use: 'is open in another process or another storage: close that one first, one device file has one user',
  damaged: 'is damaged: it was left as it is, restore a copy or start a new file beside it',
  foreign: 'is not a Sitefile device file of this version: it was left as it is',
  unreadable: 'cannot be opened',
  unwritable: 'did not take the write, so nothing of it is stored',
};

/** https://sqlite.org/rescode.html: BUSY, LOCKED, CORRUPT, NOTADB. */
const FAULTS_BY_SQLITE_CODE: ReadonlyMap<number, DurableFileFault> = new Map([
  [5, 'in_use'],
  [6, 'in_use'],
  [11, 'damaged'],
  [26, 'damaged'],
]);

/** The low byte of SQLite's extended code; -1 for an error that is not SQLite's. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return -1;
  return error.errcode & 0xff;
}
