/** One person: who they work for and what they read, and their cards, the one that runs out first on top. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { noteRemoved } from '../../ui/written/one-press.ts';
import { languageName } from '../base/languages.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { CardDialog } from './card-dialog.tsx';
import { Expiry, type Card, type Worker } from './expiry.tsx';
import { WorkerDialog } from './worker-dialog.tsx';

export function Person({ id }: { readonly id: string }) {
  const read = useLive(`person ${id}`, () => rest.getWorker({ worker: id }));
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMay('workers:write');
  return (
    <Screen
      actions={
        mayWrite &&
        read.value && (
          <Button icon="pen-line" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
      before={<WayBack name="People" to="/office/people" />}
      title={read.value?.name ?? 'Person'}
    >
      <Shown of={read}>
        {(worker) => (
          <>
            <Panel title="Who they are">
              <Facts
                facts={[
                  ['Employer', worker.employer_name],
                  ['Trade', worker.trade],
                  ['Role', worker.role && asWords(worker.role)],
                  ['Reads', worker.preferred_language && languageName(worker.preferred_language)],
                  ['Mobile', worker.mobile],
                  ['Under 18', worker.young_person && 'yes, supervised'],
                  ['Works for us', worker.active ? 'yes' : 'has left'],
                ]}
              />
            </Panel>
            <Cards again={read.again} mayWrite={mayWrite} worker={worker} />
            {isEditing && (
              <WorkerDialog
                onClose={() => {
                  setEditing(false);
                  read.again();
                }}
                worker={worker}
              />
            )}
          </>
        )}
      </Shown>
    </Screen>
  );
}

function Cards({
  worker,
  again,
  mayWrite,
}: {
  readonly worker: Worker;
  readonly again: () => void;
  readonly mayWrite: boolean;
}) {
  const { id, competence_cards: cards } = worker;
  const [open, setOpen] = useState<Card | 'new' | null>(null);
  const work = useWork();
  const remove = (card: Card): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.removeWorkerCard({ worker: id, card: card.id ?? '' });
      const { id: _, ...body } = card;
      tell(`${asWords(card.scheme)} card removed.`, () => bringBack(body));
      again();
    });
  const bringBack = (body: Omit<Card, 'id'>): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.addWorkerCard({ worker: id, body });
      again();
    });
  return (
    <Panel
      actions={
        mayWrite && (
          <Button icon="plus" onClick={() => setOpen('new')} small>
            Add a card
          </Button>
        )
      }
      count={cards.length}
      title="Cards"
    >
      <Refusal of={work} />
      {cards.length === 0 ? (
        <Empty icon="id-card" title="No cards are known." />
      ) : (
        <ul class="rows">
          {cards
            .toSorted((a, b) => (a.expires_on ?? '9999').localeCompare(b.expires_on ?? '9999'))
            .map((card) => (
              <li key={card.id ?? card.card_number}>
                <Icon name="id-card" size={20} />
                <span class="main">
                  <b class="title">
                    {asWords(card.scheme)} {card.level}
                  </b>
                  <span class="second">
                    {[card.card_number, card.categories?.join(', '), card.verification && asWords(card.verification)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Expiry card={card} />
                {mayWrite && (
                  <span class="choices">
                    <Button icon="pen-line" onClick={() => setOpen(card)} small>
                      Edit
                    </Button>
                    <Button
                      icon="trash"
                      onClick={() => {
                        noteRemoved();
                        return remove(card);
                      }}
                      small
                    >
                      Remove
                    </Button>
                  </span>
                )}
              </li>
            ))}
        </ul>
      )}
      {open !== null && (
        <CardDialog
          card={open === 'new' ? null : open}
          onClose={() => {
            setOpen(null);
            again();
          }}
          worker={worker}
        />
      )}
    </Panel>
  );
}
