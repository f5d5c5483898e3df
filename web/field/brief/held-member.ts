/** Who has the tablet in hand stays who they are, whatever arrives about the crew meanwhile. */
import { useRef } from 'preact/hooks';
import type { Member } from '../base/crew.ts';

/**
 * The member of this key as they were found first: with their answers as they are now, unless the key has become another person's, or
 * nobody's. Undefined = there was none.
 */
export function useHeldMember(key: string, members: readonly Member[] | undefined): Member | undefined {
  const held = useRef<Member | undefined>(undefined);
  const found = members?.find((each) => each.key === key);
  if (found && (!held.current || isSame(found, held.current))) held.current = found;
  return held.current;
}

function isSame(a: Member, b: Member): boolean {
  return a.id === b.id && a.name === b.name && a.employer === b.employer && a.trade === b.trade;
}
