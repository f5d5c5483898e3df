/** Permits that were begun at this site and not asked for: each to go on with, or to throw away. */
import { Button } from '../../ui/button.tsx';
import { useWords } from '../base/words.ts';
import { SureButton } from '../frame/sure-button.tsx';
import { permitWords } from '../words/en-permits.ts';
import { reportWords } from '../words/en-report.ts';
import { dropBegun, type BegunPermit } from './kept-request.ts';

export function BegunPermits({
  begun,
  onChosen,
}: {
  readonly begun: readonly BegunPermit[];
  readonly onChosen: (one: BegunPermit) => void;
}) {
  const words = useWords(permitWords);
  return begun.length === 0 ? null : (
    <section aria-label={words.notAskedYet} class="card list">
      <h2>{words.notAskedYet}</h2>
      <ul>
        {begun.map((one) => (
          <Begun key={one.id} of={one} onChosen={() => onChosen(one)} />
        ))}
      </ul>
    </section>
  );
}

function Begun({
  of: { id, type, location, description, person },
  onChosen,
}: {
  readonly of: BegunPermit;
  readonly onChosen: () => void;
}) {
  const words = useWords(permitWords);
  const { throwAway, throwAwaySure } = useWords(reportWords);
  return (
    <li class="stack pad">
      <Button icon="pen-line" onClick={onChosen} wide>
        {[type === null ? words.whichWork : (words.permitTypes[type] ?? type), location || description, person?.name]
          .filter(Boolean)
          .join(' · ')}
      </Button>
      <SureButton label={throwAway} onSure={() => dropBegun(id)} question={throwAwaySure} />
    </li>
  );
}
