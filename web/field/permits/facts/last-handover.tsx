/** What was said when a part of the permit last changed hands: for who takes it now, and until the next time. */
import { withEmployer } from '../../../../shared/model/same-person.ts';
import { moment } from '../../base/times.ts';
import { useWords } from '../../base/words.ts';
import { permitWords } from '../../words/en-permits.ts';
import type { Permit } from '../asked.ts';

export function LastHandover({ permit }: { readonly permit: Permit }) {
  const words = useWords(permitWords);
  const last = permit.handovers.at(-1);
  if (!last) return null;
  const { at, from, to, notes, role } = last;
  const names = [from, to].map((person) => (person?.name ? withEmployer({ ...person, name: person.name }) : '–'));
  return (
    <section aria-label={words.handedOver} class="card pad">
      <h2>
        {words.handedOver} {at && <span class="second">{moment(at)}</span>}
      </h2>
      <p class="line">
        <b class="main">{words.fromTo(names[0] ?? '', names[1] ?? '')}</b>
        <span class="second">{role === 'issuer' ? words.issuerPart : words.holder}</span>
      </p>
      {notes && <p class="kept-text">{notes}</p>}
    </section>
  );
}
