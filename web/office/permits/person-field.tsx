/** Asks for a person by name: those whom the office knows are offered, namesakes with what tells them apart, and any other name may be written. */
import { TextField } from '../../ui/field.tsx';
import type { People } from '../base/people.ts';
import { namedOffers } from '../frame/named-offers.ts';

export function PersonField({
  people,
  ...field
}: Omit<Parameters<typeof TextField>[0], 'offers'> & { readonly people: People }) {
  const offers = [...namedOffers(people.offered).keys()].map((offer) => [offer, ''] as const);
  return (
    <TextField {...field} help={[people.note, field.help].filter(Boolean).join(' ') || undefined} offers={offers} />
  );
}
