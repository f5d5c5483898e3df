/** Saves the audit log as a file, with how far it is, until it is stopped or its screen is left. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/charts/progress.tsx';
import { atTime } from '../../base/times.ts';
import { useWork } from '../../base/work.ts';
import { useStoppable } from '../../documents/register/use-stoppable.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { csvOf, saveCsv } from './audit-csv.ts';
import { readPage, type Entry } from './read-log.ts';

interface Read {
  readonly entries: number;
  readonly newest: Entry;
  readonly oldest: Entry;
}

/** The button, and what is said meanwhile. */
export function useCsv(fits: (entry: Entry) => boolean) {
  const work = useWork();
  const stoppable = useStoppable();
  const [read, setRead] = useState<Read | null>(null);
  const save = (): Promise<void> => {
    setRead(null);
    return work.run(async () => {
      const file = await stoppable.run((goesOn) =>
        csvOf(readPage, fits, (page) => {
          if (goesOn()) setRead((before) => withPage(before, page));
          return goesOn();
        }),
      );
      if (file) saveCsv(file);
    });
  };
  return {
    buttons: (
      <>
        {work.isBusy && (
          <Button onClick={stoppable.stop} small>
            Stop the file
          </Button>
        )}
        <Button busy={work.isBusy} icon="download" onClick={save} small>
          Save as CSV
        </Button>
      </>
    ),
    said: (
      <>
        <Refusal of={work} />
        {work.isBusy && read && (
          <Progress
            all={read.newest.sequence}
            done={read.newest.sequence - read.oldest.sequence}
            words={`${read.entries.toLocaleString('en-GB')} entries read for the file, to ${atTime(read.oldest.at)}`}
          />
        )}
      </>
    ),
  };
}

function withPage(before: Read | null, page: readonly Entry[]): Read | null {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return before;
  return { entries: (before?.entries ?? 0) + page.length, newest: before?.newest ?? first, oldest: last };
}
