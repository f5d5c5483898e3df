/** The library of a draft: hazards of the organisation's approved documents, taken over with their ratings and controls. */
import { useRef, useState } from 'preact/hooks';
import { foldedName } from '../../../../shared/model/person-name.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { everyRow } from '../../base/every-row.ts';
import { noteChange } from '../../base/live.ts';
import { useLive } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import type { DocumentPart } from '../part.ts';

type Document = DocumentPart['document'];
type Hazard = Document['hazards'][number];
type Body = NonNullable<Parameters<Rest['createHazard']>[0]['body']>;

export function FromLibrary({ document }: Pick<DocumentPart, 'document'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="copy" look="bare" onClick={() => setOpen(true)} small>
        From library
      </Button>
      {isOpen && <Library document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

function Library({ document, onClose }: Pick<DocumentPart, 'document'> & { readonly onClose: () => void }) {
  const inForce = useLive('documents in force', () => documentsInForce(document.id));
  const [from, setFrom] = useState('');
  const source = useLive(`library ${from}`, () => hazardsInForce(from));
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const offered = missingIn(document, source.value ?? []);
  const chosen = offered.filter(({ id }) => wanted.includes(id));
  const planned = useRef<(Plan & { readonly attempt: Rest }) | null>(null);
  const save = async (attempt: Rest): Promise<void> => {
    // Once for each press: what is asked again after a lost answer is the same.
    if (planned.current?.attempt !== attempt)
      planned.current = { attempt, ...(await planOf(document.id, from, chosen)) };
    for (const hazard of planned.current.added)
      await attempt.createHazard({ document: document.id, body: copyOf(hazard) });
    noteChange();
    tell(saidOf(planned.current, chosen.length));
  };
  return (
    <FormDialog
      isComplete={() => chosen.length > 0}
      onClose={onClose}
      save={save}
      title="Hazards from the library"
      verb={chosen.length === 0 ? 'Choose a hazard' : `Add ${countOf(chosen.length)}`}
    >
      <Shown of={inForce} rows={2}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty icon="file-text" title="No other document is approved yet. What is approved is the library." />
          ) : (
            <SelectField
              label="From which approved document?"
              name="library"
              onInput={(id) => {
                setFrom(id);
                setWanted([]);
              }}
              options={[
                ['', 'Choose one'],
                ...documents.map(({ id, title, reference }) => [id, `${reference ?? ''} ${title}`] as const),
              ]}
              value={from}
            />
          )
        }
      </Shown>
      {from !== '' && (
        <Shown of={source} rows={3}>
          {() =>
            offered.length === 0 ? (
              <Empty title="It has no hazard that is not here already." />
            ) : (
              <Choice
                offered={offered}
                onInput={(hazard, isWanted) => {
                  const others = chosen.filter(({ name }) => !isSame(name, hazard.name)).map(({ id }) => id);
                  setWanted(isWanted ? [...others, hazard.id] : others);
                }}
                wanted={wanted}
              />
            )
          }
        </Shown>
      )}
    </FormDialog>
  );
}

function Choice({
  offered,
  wanted,
  onInput,
}: {
  readonly offered: readonly Hazard[];
  /** By id. */
  readonly wanted: readonly string[];
  readonly onInput: (hazard: Hazard, isWanted: boolean) => void;
}) {
  const isAlone = (hazard: Hazard): boolean => offered.filter(({ name }) => isSame(name, hazard.name)).length === 1;
  return (
    <fieldset>
      <legend>Hazards, each with its ratings and controls; of one name one</legend>
      {offered.map((hazard) => (
        <CheckField
          checked={wanted.includes(hazard.id)}
          key={hazard.id}
          label={`${hazard.name} (${isAlone(hazard) ? controlsOf(hazard) : controlsByName(hazard)})`}
          onInput={(isWanted) => onInput(hazard, isWanted)}
        />
      ))}
    </fieldset>
  );
}

/** Also of those whose next version is written or under review. */
async function documentsInForce(but: string) {
  const query = { status: 'approved,draft,pending_review' };
  const { data } = await everyRow((page) => rest.listDocuments({ query: { ...query, ...page } }));
  return data.filter(({ id, current_approved_version: version }) => id !== but && version !== null);
}

/** As approved: what is written of the next version is nobody's to take over. */
async function hazardsInForce(id: string): Promise<readonly Hazard[]> {
  if (id === '') return [];
  const { status, current_approved_version: version } = await rest.getDocument({ document: id });
  if (status === 'archived' || version === null) return [];
  const { content } = await rest.getVersion({ document: id, version: String(version) });
  return content['hazards'] as unknown as readonly Hazard[]; // as the API returned them when it was approved
}

function isSame(name: string, other: string): boolean {
  return foldedName(name) === foldedName(other);
}

function missingIn({ hazards }: Pick<Document, 'hazards'>, found: readonly Hazard[]): readonly Hazard[] {
  const here = new Set(hazards.map(({ name }) => foldedName(name)));
  return found.filter(({ name }) => !here.has(foldedName(name)));
}

interface Plan {
  readonly added: readonly Hazard[];
  /** Chosen, but not in force any more. */
  readonly gone: readonly Hazard[];
}

/** From what is in force, and what the draft has, at the press. */
async function planOf(draft: string, source: string, chosen: readonly Hazard[]): Promise<Plan> {
  const [now, inForce] = await Promise.all([rest.getDocument({ document: draft }), hazardsInForce(source)]);
  const found = chosen.map((wanted) => inForce.find(({ id, name }) => id === wanted.id && isSame(name, wanted.name)));
  return {
    added: missingIn(
      now,
      found.filter((hazard) => hazard !== undefined),
    ),
    gone: chosen.filter((_, i) => found[i] === undefined),
  };
}

function saidOf({ added, gone }: Plan, chosen: number): string {
  const areHere = chosen > added.length + gone.length;
  return [
    added.length === 0
      ? 'Nothing was added.'
      : `${countOf(added.length)} added, with ${added.length === 1 ? 'its' : 'their'} controls.`,
    gone.length > 0 && `Not in force any more, and not added: ${gone.map(({ name }) => name).join(', ')}.`,
    areHere && `${added.length + gone.length === 0 ? 'It is all' : 'The rest is'} here by now.`,
    added.length > 0 && 'Check that they fit this work.',
  ]
    .filter(Boolean)
    .join(' ');
}

function countOf(hazards: number): string {
  return hazards === 1 ? '1 hazard' : `${hazards} hazards`;
}

function controlsOf({ controls }: Hazard): string {
  return controls.length === 1 ? '1 control' : `${controls.length} controls`;
}

/** Tells those of one name apart. */
function controlsByName(hazard: Hazard): string {
  const [first, ...others] = hazard.controls.map(({ description }) => description);
  if (first === undefined) return controlsOf(hazard);
  return `${controlsOf(hazard)}: ${first}${others.length > 0 ? ', …' : ''}`;
}

/** What is true of the other work alone stays there: pictures, and who accepted the risk that is left. */
function copyOf(hazard: Hazard): Body {
  return {
    name: hazard.name,
    category: hazard.category,
    description: hazard.description,
    who_at_risk: hazard.who_at_risk,
    who_at_risk_codes: hazard.who_at_risk_codes,
    permit_type: hazard.permit_type,
    severity_before: hazard.severity_before,
    likelihood_before: hazard.likelihood_before,
    severity_after: hazard.severity_after,
    likelihood_after: hazard.likelihood_after,
    controls: hazard.controls.map(({ id: _, ...control }) => control),
  };
}
