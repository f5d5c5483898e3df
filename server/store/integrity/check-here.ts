/** SQLite's own check of its file; it holds up the process that asks for it. */
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';

const mostProblems = 20;

/** At most 20 lines; empty if the file is whole. */
export function checkHere(file: string): string[] {
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = db.prepare(`pragma quick_check(${mostProblems})`).all();
      return rows.map((row) => String(row['quick_check'])).filter((line) => line !== 'ok');
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [error.message];
  }
}
