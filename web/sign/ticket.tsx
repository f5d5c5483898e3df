/** The green ticket: who signed which version when, large enough to be shown to the person who briefs. */
import { Icon } from '../ui/icon.tsx';
import { Plate } from '../ui/plate.tsx';
import { moment } from '../field/base/times.ts';
import { useWords } from '../field/base/words.ts';
import { phoneWords } from '../field/words/en-phone.ts';
import type { Ticket } from './kept.ts';

export function TicketPage({ ticket }: { readonly ticket: Ticket }) {
  const words = useWords(phoneWords);
  const { name, reference, title, version, signed_at: at, number, organisation } = ticket;
  return (
    <section class="ticket on-safe">
      <Icon name="circle-check" size={56} />
      <h1>{name}</h1>
      <p class="large">{moment(at)}</p>
      <Plate
        noReference={words.noReference}
        reference={reference}
        status="approved"
        version={version}
        word={words.approved}
      />
      <p class="large">{title}</p>
      <p>{organisation}</p>
      <p>
        {words.number} <b class="number">{number}</b>
      </p>
      <p>{words.showThis}</p>
    </section>
  );
}
