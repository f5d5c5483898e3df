/** What can be wrong with the file of a durable storage, in words that tell a person what to do. Nothing is ever deleted. */

export type DurableFileFault = 'in_use' | 'damaged' | 'foreign' | 'unreadable' | 'unwritable';

/** Thrown if the file cannot be opened, and by a write that did not reach it. `cause` is SQLite's error. */
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

/** SQLite's error as a DurableFileError; `otherwise` applies to unknown codes. */
export function asDurableFileError(file: string, error: unknown, otherwise: DurableFileFault): DurableFileError {
  if (error instanceof DurableFileError) return error;
  const fault = FAULTS_BY_SQLITE_CODE.get(primaryCode(error)) ?? otherwise;
  return new DurableFileError(fault, file, error);
}

const SENTENCES: Readonly<Record<DurableFileFault, string>> = {
  in_use: 'is open in another process or storage: close it there first',
  damaged: 'is damaged and was not changed: restore a copy, or use a new file',
  foreign: 'is not a Sitefile device file of this version, and was not changed',
  unreadable: 'cannot be opened',
  unwritable: 'could not be written, so nothing of the change is stored',
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
