/** Who has the tablet in hand stays who they are, whatever arrives about the crew meanwhile. */
import { useRef } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { isSamePerson } from '../../../shared/model/same-person.ts';
import { inAddress, type Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';
import { whoIn } from '../base/person-address.ts';
import { useLive } from '../base/signal.ts';
import { useReads, type Reads } from './reads.ts';

/**
 * `id` and `employer` are those of the worker whose card was scanned, if one was. `language` is what they chose here; else that of the
 * worker in the register, where a card was scanned or the crew does not say it; else that of the crew.
 */
export interface Signer extends Member {
  /** In addresses of what they open: their key, with the worker of the card. */
  readonly address: string;
  /** Null = they chose none here. */
  readonly chosen: string | null;
  readonly choose: Reads['choose'];
}

const none = {
  subscribe: (next: (workers: readonly never[]) => void) => {
    next([]);
    return { unsubscribe: () => undefined };
  },
};

/** Whom an address names, with their answers as they are now. Undefined = nobody; null = not read yet. */
export function useSigner(
  document: string,
  address: string,
  members: readonly Member[] | undefined,
): Signer | null | undefined {
  const { key, card } = whoIn(address);
  const member = useHeldMember(key, members);
  const { chosen, choose } = useReads(document, key);
  const unsaid = member?.language === null && member.id !== null ? inAddress(member.id) : '';
  const sought = card || unsaid;
  const workers = useLive(`workers ${sought}`, () => (sought === '' ? none : replica().workers.watch()));
  const worker = useRef<Shown<'worker'> | undefined>(undefined);
  worker.current ??= workers?.find(({ id }) => inAddress(id).toLowerCase() === sought.toLowerCase());
  if (!member) return undefined;
  if (chosen === undefined || (sought !== '' && !workers)) return null;
  const { id, name, employer } = member;
  const of = worker.current;
  // Somebody else's card says nothing of this person.
  if (!of || !isSamePerson(of, { id, name, employer_name: employer }))
    return { ...member, language: chosen ?? member.language, address: key, chosen, choose };
  const language = chosen ?? of.preferred_language ?? member.language;
  if (card === '') return { ...member, language, address, chosen, choose };
  return { ...member, language, id: of.id, employer: employer ?? of.employer_name ?? null, address, chosen, choose };
}

/**
 * The member of this key as they were found first: with their answers as they are now, unless the key has become another person's, or
 * nobody's. Undefined = there was none.
 */
function useHeldMember(key: string, members: readonly Member[] | undefined): Member | undefined {
  const held = useRef<Member | undefined>(undefined);
  const found = members?.find((each) => each.key === key);
  if (found && (!held.current || isSame(found, held.current))) held.current = found;
  return held.current;
}

function isSame(a: Member, b: Member): boolean {
  return a.id === b.id && a.name === b.name && a.employer === b.employer && a.trade === b.trade;
}
