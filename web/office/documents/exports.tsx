/** Exports: the files of a document, whether they still hold, and which of them the server keeps current. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLoaded } from '../base/loaded.ts';
import { askEveryMs } from '../base/make-file.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { useOlder } from '../frame/older.ts';
import { Refusal } from '../frame/refusal.tsx';
import { ShowOlder } from '../frame/show-older.tsx';
import { ChooseExport, usualOptions, type ExportOptions } from './export-options.tsx';
import { ExportRow } from './export-row.tsx';
import type { DocumentPart } from './part.ts';
import { StandingExports } from './standing-exports.tsx';

/** Until the next look at files that nobody waits for. */
const lookEveryMs = 10_000;
const perPage = 12;
/** A page of the server has no more. */
const mostWatched = 100;

export function Exports({ document }: DocumentPart) {
  const { id, current_approved_version: approved } = document;
  const [options, setOptions] = useState<ExportOptions>(usualOptions);
  const work = useWork();
  const mayExport = useMay('exports:write');
  const shown = useRef(0);
  // Also what was asked for as older is watched: it gets old too, and links to files end.
  const files = useLoaded(`exports ${id}`, () => {
    const watched = Math.min(Math.max(shown.current, perPage), mostWatched);
    return rest.listExports({ document: id, query: { per_page: watched } });
  });
  const older = useOlder(files.value, (attempt, cursor) => attempt.listExports({ document: id, query: { cursor } }));
  shown.current = older.rows.length;
  const isWaiting = older.rows.some(({ status }) => status === 'queued');
  useEffect(() => {
    const timer = setInterval(files.again, isWaiting ? askEveryMs : lookEveryMs);
    return () => clearInterval(timer);
  }, [files.again, isWaiting]);
  const start = (): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.exportDocument({ document: id, body: options });
      files.again();
    });
  return (
    <>
      <StandingExports document={document} onSet={files.again} />
      <Panel title="Files">
        {mayExport && (
          <div class="pad form">
            <Refusal of={work} />
            <p class="second">
              The file holds {approved === null ? 'the draft, marked as such' : `approved version ${approved}`}, with
              its sign-offs.
            </p>
            <ChooseExport onChosen={setOptions} options={options} />
            <div class="choices">
              <Button busy={work.isBusy} icon="download" look="act" onClick={start}>
                Make the file
              </Button>
            </div>
          </div>
        )}
        <Shown of={files}>
          {(_newest, { rows } = older) =>
            rows.length === 0 ? (
              <Empty icon="download" title="No file was made of this document yet." />
            ) : (
              <>
                <ul aria-live="polite" class="rows">
                  {rows.map((each) => (
                    <ExportRow file={each} key={each.id} />
                  ))}
                </ul>
                <ShowOlder of={older} />
              </>
            )
          }
        </Shown>
      </Panel>
    </>
  );
}
