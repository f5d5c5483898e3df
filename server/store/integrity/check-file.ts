/** A process that checks one SQLite file, named in its command line, for quick-check.ts: it sends the answer and ends. */
import { checkHere } from './check-here.ts';

// A server that was killed meanwhile wants no answer.
process.send?.(checkHere(process.argv[2] ?? ''), () => process.exit());
