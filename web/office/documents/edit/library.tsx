/** The library of a draft: hazards of the organisation's approved documents, taken over with their ratings and controls. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { everyRow } from '../../base/every-row.ts';
import { noteChange } from '../../base/live.ts';
import { useLoaded } from '../../base/loaded.ts';
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
  const approved = useLoaded('approved documents', async () => {
    const { data } = await everyRow((page) => rest.listDocuments({ query: { status: 'approved', ...page } }));
    return data.filter(({ id }) => id !== document.id);
  });
  const [from, setFrom] = useState('');
  const [chosen, setChosen] = useState<readonly Hazard[]>([]);
  const source = useLoaded(`library ${from}`, async () => {
    if (from === '') return [];
    const { hazards } = await rest.getDocument({ document: from });
    const here = new Set(document.hazards.map(({ name }) => name));
    return hazards.filter(({ name }) => !here.has(name));
  });
  const count = chosen.length === 1 ? '1 hazard' : `${chosen.length} hazards`;
  const save = async (attempt: Rest): Promise<void> => {
    for (const hazard of chosen) await attempt.createHazard({ document: document.id, body: copyOf(hazard) });
    noteChange();
    tell(`${count} added, with ${chosen.length === 1 ? 'its' : 'their'} controls. Check that they fit this work.`);
  };
  return (
    <FormDialog
      isComplete={() => chosen.length > 0}
      onClose={onClose}
      save={save}
      title="Hazards from the library"
      verb={chosen.length === 0 ? 'Choose a hazard' : `Add ${count}`}
    >
      <Shown of={approved} rows={2}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty icon="file-text" title="No other document is approved yet. What is approved is the library." />
          ) : (
            <SelectField
              label="From which approved document?"
              name="library"
              onInput={(id) => {
                setFrom(id);
                setChosen([]);
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
          {(hazards) =>
            hazards.length === 0 ? (
              <Empty title="It has no hazard that is not here already." />
            ) : (
              <fieldset>
                <legend>Hazards, each with its ratings and controls</legend>
                {hazards.map((hazard) => (
                  <CheckField
                    checked={chosen.includes(hazard)}
                    key={hazard.id}
                    label={`${hazard.name} (${controlsOf(hazard)})`}
                    onInput={(checked) =>
                      setChosen(checked ? [...chosen, hazard] : chosen.filter((each) => each !== hazard))
                    }
                  />
                ))}
              </fieldset>
            )
          }
        </Shown>
      )}
    </FormDialog>
  );
}

function controlsOf({ controls }: Hazard): string {
  return controls.length === 1 ? '1 control' : `${controls.length} controls`;
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
