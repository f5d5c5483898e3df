/** Parts of the design system, with the words of the language that is chosen here. */
import { Plate } from '../../ui/plate.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { RosterStrip, type Briefed } from '../../ui/roster-strip.tsx';
import { Loading } from '../../ui/states.tsx';
import { useWords } from '../base/words.ts';

export function Wait() {
  const { loading, stillLoading } = useWords();
  return <Loading loading={loading} stillLoading={stillLoading} />;
}

export function Risk({
  risk = null,
  band = null,
}: {
  readonly risk: number | null | undefined;
  readonly band: string | null | undefined;
}) {
  const { bands, notRated } = useWords();
  return <RiskChip band={band} bands={bands} notRated={notRated} risk={risk} />;
}

/** Of a version in force. */
export function VersionPlate({
  version: { reference, version },
}: {
  readonly version: { readonly reference?: string | null | undefined; readonly version: number };
}) {
  const { approved, noReference } = useWords();
  return (
    <Plate
      noReference={noReference}
      reference={reference ?? null}
      status="approved"
      version={version}
      word={approved}
    />
  );
}

export function Roster({ crew }: { readonly crew: readonly { readonly briefed: Briefed }[] }) {
  const { briefed: words, nobodyNamed } = useWords();
  return <RosterStrip large nobody={nobodyNamed} people={crew.map(({ briefed }) => briefed)} words={words} />;
}
