/** Adds a card to a person, or changes one. */
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { SelectField, TextField } from '../../ui/field.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { useForm } from '../base/form.ts';
import { rest } from '../base/server.ts';
import { linesOf } from '../documents/edit/rows.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import type { Card } from './expiry.tsx';

/** `card` null = a new one. */
export function CardDialog({
  worker,
  card,
  onClose,
}: {
  readonly worker: string;
  readonly card: Card | null;
  readonly onClose: () => void;
}) {
  const form = useForm({
    scheme: card?.scheme ?? 'CSCS',
    card_number: card?.card_number ?? '',
    level: card?.level ?? '',
    categories: (card?.categories ?? []).join(', '),
    issued_on: card?.issued_on ?? '',
    expires_on: card?.expires_on ?? '',
    verification: card?.verification ?? '',
  });
  const save = async (): Promise<void> => {
    const { scheme, card_number, categories, ...texts } = form.values;
    const body = {
      scheme,
      card_number: card_number.trim(),
      categories: linesOf(categories.replaceAll(',', '\n')),
      ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim() || null])),
    };
    if (card?.id) await rest.updateWorkerCard({ worker, card: card.id, body });
    else await rest.addWorkerCard({ worker, body });
    tell('The card is kept.');
  };
  const inWords = (values: readonly string[]) => values.map((each) => [each, asWords(each)] as const);
  return (
    <FormDialog
      isComplete={() => form.has('card_number')}
      onClose={onClose}
      save={save}
      title={card ? 'Edit the card' : 'Add a card'}
      verb="Keep the card"
    >
      <div class="pair">
        <SelectField {...form.field('scheme')} label="Scheme" options={inWords(enums.competence_scheme)} />
        <TextField {...form.field('card_number', 'Write the number on the card.')} label="Number" />
        <TextField {...form.field('level')} label="Level" optional />
        <TextField {...form.field('categories')} help="With commas between them." label="Categories" optional />
        <TextField {...form.field('issued_on')} label="Issued on" optional type="date" />
        <TextField {...form.field('expires_on')} label="Valid until" optional type="date" />
        <SelectField
          {...form.field('verification')}
          label="Checked"
          options={[['', 'Not said'], ...inWords(enums.card_verification)]}
        />
      </div>
    </FormDialog>
  );
}
