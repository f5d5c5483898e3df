/** Asks for a person by name: the workers are offered, and any other name may be written. */
import { TextField } from '../../ui/field.tsx';
import type { Somebody } from '../base/people.ts';

export function PersonField({
  people,
  ...field
}: Omit<Parameters<typeof TextField>[0], 'offers'> & { readonly people: readonly Somebody[] }) {
  return <TextField {...field} offers={people.map(({ name }) => [name, ''] as const)} />;
}
