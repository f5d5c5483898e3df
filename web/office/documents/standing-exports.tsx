/** Standing exports: which files of the document the server keeps current. Each choice is saved at once. */
import { useState } from 'preact/hooks';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';
import type { DocumentPart } from './part.ts';

type Standing = Awaited<ReturnType<Rest['getStandingExports']>>;

const names = { pdf: 'PDF', docx: 'Word' } as const;
const formats = Object.keys(names) as (keyof typeof names)[]; // its own keys

export function StandingExports({
  document: { id, current_approved_version: approved },
  onSet,
}: Pick<DocumentPart, 'document'> & { readonly onSet: () => void }) {
  const read = useLoaded(`standing ${id}`, () => rest.getStandingExports({ document: id }));
  const work = useWork();
  const mayExport = useMay('exports:write');
  /** What was chosen here, shown at once. */
  const [chosen, setChosen] = useState<Standing | null>(null);
  const set = ({ formats: wanted, of, ...others }: Standing): Promise<void> =>
    work.run(async (attempt) => {
      const body = { formats: wanted, of };
      setChosen({ ...others, ...body });
      try {
        setChosen(await attempt.setStandingExports({ document: id, body }));
      } catch (error) {
        setChosen(null);
        throw error;
      }
      tell(body.formats.length > 0 ? 'The server keeps it up to date.' : 'No file is kept up to date any more.');
      onSet();
    });
  return (
    <Panel title="Always up to date">
      <div class="pad form">
        <Refusal of={work} />
        <p class="second">
          When somebody edits or signs, the server makes these files again by itself, a few seconds after the last
          change.
        </p>
        <Shown of={read}>
          {(stored, standing = chosen ?? stored) =>
            mayExport ? (
              <>
                <div class="filters">
                  {formats.map((format) => (
                    <CheckField
                      checked={standing.formats.includes(format)}
                      key={format}
                      label={names[format]}
                      onInput={(isWanted) => {
                        const others = standing.formats.filter((each) => each !== format);
                        void set({ ...standing, formats: isWanted ? [...others, format] : others });
                      }}
                    />
                  ))}
                  <SelectField
                    label="Of"
                    name="of"
                    onInput={(of) => void set({ ...standing, of: of === 'draft' ? 'draft' : 'current' })}
                    options={[
                      ['current', 'Version in force'],
                      ['draft', 'Draft'],
                    ]}
                    value={standing.of}
                  />
                </div>
                <p class="second">{stateOf(standing, approved)}</p>
              </>
            ) : (
              <p>{stateOf(standing, approved)}</p>
            )
          }
        </Shown>
      </div>
    </Panel>
  );
}

function stateOf({ formats: chosen, of, set_by: by, set_at: at }: Standing, approved: number | null): string {
  if (chosen.length === 0) return 'No file is kept up to date.';
  const files = chosen.map((format) => names[format]).join(' and ');
  const waits = of === 'current' && approved === null ? ' It is made once a version is approved.' : '';
  return `${files} of ${of === 'draft' ? 'the draft' : 'the version in force'}, set by ${by?.name ?? 'somebody'}${at ? ` on ${atTime(at)}` : ''}.${waits}`;
}
