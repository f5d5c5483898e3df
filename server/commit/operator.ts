/** The author of changes made on the command line: anyone with access to the machine has every right. */
import { systemActorId } from '../../shared/model/access.ts';

export const operator = {
  actor: { id: systemActorId, name: 'Operator', role: 'owner' },
  origin: 'rest',
  requestId: 'command-line',
} as const;
