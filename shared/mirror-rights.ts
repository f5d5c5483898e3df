/** Who may have a mirror of what (contract, Mirrors, MR10): asked when it is set up, and before everything that is written to it. */
import { may, type Actor } from './model/access.ts';
import { Problem } from './model/problem.ts';
import { mayRead } from './visible.ts';

export interface MirrorHolds {
  readonly kinds: readonly string[];
  /** Files of exports, which print the sign-offs. */
  readonly attachments: boolean;
}

/** Why this actor may not have such a mirror; null = they may. */
export function mirrorRefusal(
  { kinds, attachments }: MirrorHolds,
  actor: Pick<Actor, 'role' | 'scopes'>,
): Problem | null {
  const needed = attachments ? (['mirrors:manage', 'exports:write'] as const) : (['mirrors:manage'] as const);
  const lacking = needed.find((permission) => !may(actor, permission));
  if (lacking !== undefined)
    return new Problem('forbidden', `This token lacks ${lacking}.`, { members: { permission: lacking } });
  const hidden = [...kinds, ...(attachments ? ['signoff'] : [])].find((kind) => !mayRead(kind, actor));
  return hidden === undefined ? null : new Problem('forbidden', `This token may not read records of kind ${hidden}.`);
}
