/** Who has to be briefed on a new version, and what they signed before. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { crewOf, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { changedWords } from '../words/en-changed.ts';

/** Who has not signed what is in force; undefined while that is read. */
export function useLeft(document: string, version: Shown<'version'> | undefined): readonly Member[] | undefined {
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  if (!version || !records || !signoffs) return undefined;
  return crewOf(version, signoffs, records).members.filter(({ briefed }) => briefed === 'old' || briefed === 'missing');
}

export function ToBrief({ version, left }: { readonly version: Shown<'version'>; readonly left: readonly Member[] }) {
  const words = useWords(changedWords);
  if (left.length === 0) return null;
  const signed = left.flatMap(({ last_signed_version: last }) => last ?? []);
  const versions = new Set(signed);
  return (
    <p>
      {!version.rebrief_required && left.some(({ briefed }) => briefed === 'old') && <>{words.briefAgain} </>}
      <b>{words.toBrief(left.length)}</b>{' '}
      {[...versions]
        .toSorted((a, b) => b - a)
        .map((each) => words.ofThemSigned(signed.filter((last) => last === each).length, each))
        .join(' ')}
    </p>
  );
}
