/** Who changes something from the command line: whoever has the machine, who may do everything. */
import { systemActorId } from '../../shared/model/access.ts';

export const operator = {
  actor: { id: systemActorId, name: 'Operator', role: 'owner' },
  origin: 'rest',
  requestId: 'command-line',
} as const;
