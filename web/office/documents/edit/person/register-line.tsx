/** What the register of workers has of a person of a draft: who they are there, and cards that are others than the draft says. */
import { isSamePerson, withEmployer } from '../../../../../shared/model/same-person.ts';
import { Problem } from '../../../../../shared/model/problem.ts';
import { Button } from '../../../../ui/button.tsx';
import { Shown } from '../../../../ui/shown.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { asWords } from '../../../../ui/status.ts';
import type { Save } from '../../../../ui/written/use-written.ts';
import { useLive } from '../../../base/loaded.ts';
import { useMay } from '../../../base/me.ts';
import { rest } from '../../../base/server.ts';
import { onDay } from '../../../base/times.ts';
import { cardsOf, hasSameCards, linkTo, type Person, type PersonBody, type Worker } from './of-register.ts';

interface Props {
  readonly person: Person;
  readonly save: Save<PersonBody>;
}

/** Nothing for somebody with an account, and for who may not read the register. */
export function RegisterLine(props: Props) {
  const { person_type: type, person_id: id } = props.person;
  if (!useMay('workers:read') || type === 'user') return null;
  return id ? <Linked {...props} id={id} key={id} /> : <Unlinked {...props} />;
}

function Linked({ person, save, id }: Props & { readonly id: string }) {
  const read = useLive(`worker ${id}`, () => workerOf(id));
  return (
    <Shown of={read} rows={1}>
      {(worker) =>
        worker === null ? (
          <p class="second">This person is no longer in the register.</p>
        ) : (
          <>
            <p class="second">
              In the register: <a href={`/office/people/${id}`}>{withEmployer(worker)}</a>
              {!worker.active && ', who has left'}
            </p>
            {!hasSameCards(worker, person) && <OtherCards person={person} save={save} worker={worker} />}
          </>
        )
      }
    </Shown>
  );
}

function OtherCards({ person, save, worker }: Props & { readonly worker: Worker }) {
  const { competence_cards: cards } = worker;
  return (
    <Notice
      actions={
        <Button
          onClick={() =>
            save(
              { competence_cards: cardsOf(worker, person.competence_cards) },
              { competence_cards: [...(person.competence_cards ?? [])] },
            )
          }
          small
        >
          Use the cards of the register
        </Button>
      }
      tone="care"
    >
      The register has other cards: {cards.length === 0 ? 'none' : cards.map(wordsOf).join('; ')}.
    </Notice>
  );
}

function wordsOf({ scheme, card_number: number, expires_on: until }: Worker['competence_cards'][number]): string {
  return `${asWords(scheme)} ${number}${until ? `, until ${onDay(until)}` : ''}`;
}

/** By name: whom it may mean. The server looks for no shorter name, and no longer one. */
function Unlinked(props: Props) {
  const { length } = props.person.name.trim();
  return length < 2 || length > 200 ? null : <Alike {...props} />;
}

function Alike({ person, save }: Props) {
  const { name, employer_name } = person;
  const read = useLive(`workers ${name}, ${employer_name ?? ''}`, () => workersLike(person));
  return (
    <Shown of={read} rows={1}>
      {(alike) => (
        <>
          {alike.length === 0 && <p class="second">The register has nobody of this name.</p>}
          {alike.map((worker) => (
            <Notice
              actions={
                <Button onClick={() => save(linkTo(worker, person), undefined)} small>
                  Link to this person
                </Button>
              }
              key={worker.id}
            >
              The register has {describedAs(worker)}.
            </Notice>
          ))}
        </>
      )}
    </Shown>
  );
}

function describedAs({ name, employer_name, trade }: Worker): string {
  const about = [employer_name, trade].filter(Boolean).join(', ');
  return about ? `${name} (${about})` : name;
}

async function workersLike(person: Person): Promise<readonly Worker[]> {
  const { data } = await rest.listWorkers({ query: { q: person.name, status: 'active', per_page: 100 } });
  return data.filter((worker) => isSamePerson(worker, { name: person.name, employer_name: person.employer_name }));
}

async function workerOf(id: string): Promise<Worker | null> {
  try {
    return await rest.getWorker({ worker: id });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}
