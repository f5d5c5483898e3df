/** Who else has this document open: names, for as long as they are there. */
import { Initials } from '../../../ui/initials.tsx';
import { usePresent } from '../../base/live.ts';

/** More are a number. */
const mostNamed = 3;

export function Present() {
  const people = usePresent();
  return (
    <span aria-live="polite" class="present" role="status">
      {people.length > 0 && (
        <>
          {people.slice(0, mostNamed).map(({ name }) => (
            <Initials key={name} name={name} />
          ))}
          <span>{wordsOf(people.map(({ name }) => name))}</span>
        </>
      )}
    </span>
  );
}

function wordsOf(names: readonly string[]): string {
  const named = names.slice(0, mostNamed);
  const others = names.length - named.length;
  if (names.length === 1) return `${named[0]} is here too`;
  return others > 0
    ? `${named.join(', ')} and ${others} more are here too`
    : `${named.slice(0, -1).join(', ')} and ${named.at(-1)} are here too`;
}
