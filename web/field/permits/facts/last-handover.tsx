/** What was said when each part of the permit last changed hands: for who takes it now, and until the next time. */
import { withEmployer } from '../../../../shared/model/same-person.ts';
import { moment } from '../../base/times.ts';
import { useWords } from '../../base/words.ts';
import { permitWords } from '../../words/en-permits.ts';
import type { Permit } from '../asked.ts';

type Handover = Permit['handovers'][number];

const roles = ['holder', 'issuer'] as const;

export function LastHandover({ permit }: { readonly permit: Permit }) {
  const words = useWords(permitWords);
  // The last to come of a part says who has it now; those of the other part may have come late.
  const last = roles.flatMap((role) => permit.handovers.findLast((each) => each.role === role) ?? []);
  if (last.length === 0) return null;
  return (
    <section aria-label={words.handedOver} class="card pad">
      <h2>{words.handedOver}</h2>
      {last.map((each) => (
        <Part key={each.role} of={each} />
      ))}
    </section>
  );
}

function Part({ of: { at, from, to, notes, role } }: { readonly of: Handover }) {
  const words = useWords(permitWords);
  const names = [from, to].map((person) => (person?.name ? withEmployer({ ...person, name: person.name }) : '–'));
  return (
    <div>
      <p class="line">
        <b class="main">{words.fromTo(names[0] ?? '', names[1] ?? '')}</b>
        <span class="second">
          {role === 'issuer' ? words.issuerPart : words.holder}
          {at && ` · ${moment(at)}`}
        </span>
      </p>
      {notes && <p class="kept-text">{notes}</p>}
    </div>
  );
}
