/** Two tablets that edited the same 500 documents at once without a network: nothing lost, no conflict that is none; also with `kill -9`. */
import { twoDevices } from '../faults/two-devices.ts';
import type { Figure } from './table.ts';

export async function conflicts(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const kills of [0, 12]) {
    const { fieldEdits, lost, falseConflicts, wrongEvents, killed, exchangeMs } = await twoDevices({
      documents: 500,
      kills,
      seed: 11,
    });
    const which = kills === 0 ? '' : `, server killed ${killed} times`;
    figures.push(
      { what: `field edits by two tablets${which}`, ours: fieldEdits, unit: '' },
      { what: `edits lost${which}`, ours: lost, unit: '', target: { most: 0 } },
      { what: `conflicts that are none${which}`, ours: falseConflicts, unit: '', target: { most: 0 } },
      { what: `events too many or too few${which}`, ours: wrongEvents, unit: '', target: { most: 0 } },
      { what: `until both tablets have everything${which}`, ours: exchangeMs, unit: 'ms' },
    );
  }
  return figures;
}
