/**
 * Who uses a data folder. Servers and commands hold it together while they run, whichever engine they store in; a restore has it alone
 * (contract, Backup, BK8). What they hold is SQLite's lock on an empty file: it ends with its process, also on a shared disk.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { requireFinishedRestore } from '../base/unfinished-restore.ts';

/** A restore looks whether anybody holds the folder, for less than this. */
const lookMs = 1000;
/** https://sqlite.org/rescode.html#busy */
const busy = 5;

/** For a server or a command, until it is disposed of. Throws while a restore is under way, and where one has not ended. */
export async function useDataFolder(dataDir: string): Promise<Disposable> {
  using held = new DisposableStack();
  held.use(locked(dataDir, 'begin; select * from sqlite_master', lookMs, 'a restore is under way in', 'wait for it'));
  await requireFinishedRestore(dataDir);
  return held.move();
}

/** For a restore. Throws while anybody uses the folder. */
export function takeDataFolder(dataDir: string): Disposable {
  return locked(dataDir, 'begin exclusive', 0, 'a server or a command uses', 'stop it first');
}

function locked(dataDir: string, statement: string, timeout: number, who: string, advice: string): Disposable {
  const file = new DatabaseSync(join(dataDir, 'sitefile.lock'), { timeout });
  try {
    file.exec(statement);
    return file;
  } catch (error) {
    file.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
    throw new Error(`${who} ${dataDir}: ${advice}`, { cause: error });
  }
}
