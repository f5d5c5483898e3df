/** A process that attacks until it is told to stop, and then says how often; the honest callers beside it keep their pace. */
import { attacks, type Target } from './attacks.ts';

const target = JSON.parse(process.argv[2] ?? '') as Target; // soak.ts gives nothing else
const counts: Record<string, number> = {};
let isOn = true;
process.once('message', () => (isOn = false));
await Promise.all(
  Object.entries(attacks).map(async ([name, each]) => {
    while (isOn) {
      await each(target).catch(() => undefined); // refused, cut or too slow: all are answers
      counts[name] = (counts[name] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }),
);
process.send?.(counts, () => process.exit());
