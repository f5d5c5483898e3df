/** Adds a card to a person, or changes one. */
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { SelectField, TextField } from '../../ui/field.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { Problem } from '../../../shared/model/problem.ts';
import type { Rest } from '../base/attempt.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { rest } from '../base/server.ts';
import { linesOf } from '../documents/edit/rows.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import type { Card, Worker } from './expiry.tsx';

/** A card, and the worker of whose record it is a part. */
interface Held {
  readonly worker: Worker;
  readonly card: Card | null;
}

function textsOf({ card }: Held) {
  return {
    scheme: card?.scheme ?? 'CSCS',
    card_number: card?.card_number ?? '',
    level: card?.level ?? '',
    categories: (card?.categories ?? []).join(', '),
    issued_on: card?.issued_on ?? '',
    expires_on: card?.expires_on ?? '',
    verification: card?.verification ?? '',
  };
}

function bodyOf({ categories, ...texts }: Partial<ReturnType<typeof textsOf>>) {
  return {
    ...emptied(texts),
    ...(categories === undefined ? {} : { categories: linesOf(categories.replaceAll(',', '\n')) }),
  } as Partial<Card>; // scheme and number are not empty
}

/** `card` null = a new one. */
export function CardDialog({
  worker,
  card,
  onClose,
}: {
  readonly worker: Worker;
  readonly card: Card | null;
  readonly onClose: () => void;
}) {
  const id = card?.id ?? null;
  const start: Held = { worker, card };
  const form = useEdit<keyof ReturnType<typeof textsOf>, Held>(start, textsOf, async () => {
    const now = await rest.getWorker({ worker: worker.id });
    const found = now.competence_cards.find((each) => each.id === id);
    if (!found) throw new Problem('conflict', 'Somebody removed this card meanwhile.');
    return { worker: now, card: found };
  });
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, changes, values }) => {
      if (id === null) await attempt.addWorkerCard({ worker: worker.id, body: bodyOf(values) as Card });
      else
        await attempt.updateWorkerCard({
          worker: worker.id,
          card: id,
          ifRevision: base.worker.revision,
          body: bodyOf(changes),
        });
    });
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
      <Meanwhile of={form} />
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
