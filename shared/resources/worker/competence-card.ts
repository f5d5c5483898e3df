/** Competence card: proof that a person is trained for a kind of work. Both personnel entries and workers have cards. */
import * as z from 'zod';
import { date, recordId, text } from '../../model/fields.ts';
import { once } from '../../base/once.ts';

export const competenceCard = once(() =>
  z.object({
    id: recordId.optional(),
    scheme: z.string().max(40),
    card_number: z.string().max(80),
    level: text(80),
    categories: z.array(z.string().max(40)).max(40).optional(),
    issued_on: date,
    expires_on: date,
    verification: text(40),
    verified_by: text(200),
    verified_at: text(40),
  }),
);
export type CompetenceCard = z.infer<ReturnType<typeof competenceCard>>;
