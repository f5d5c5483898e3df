/** One document with its roster strip: how many are briefed, and who is not. */
import { RosterStrip } from '../../ui/roster-strip.tsx';
import type { Coverage } from '../base/coverage.ts';

export function BriefedRow({ row }: { readonly row: Coverage }) {
  const { id, title, short_title: short, reference, current_approved_version: version, people } = row;
  const current = people.filter(({ state }) => state === 'current').length;
  return (
    <li class="briefed">
      <span class="main">
        <a class="title" href={`/office/documents/${id}/signoffs`}>
          {short || title}
        </a>
        <span class="second">
          <span class="code">{reference}</span> {version === null ? 'nothing approved yet' : `v${version}`}
        </span>
      </span>
      <span class="number">
        {current} of {people.length}
      </span>
      <span class="whole">
        <RosterStrip people={people.map(({ state }) => state)} />
        <Missing people={people} />
      </span>
    </li>
  );
}

/** Names while they are few. */
const mostNamed = 3;

function Missing({ people }: Pick<Coverage, 'people'>) {
  const missing = people.filter(({ state }) => state === 'missing').map(({ name }) => name);
  const old = people.filter(({ state }) => state === 'old').map(({ name }) => name);
  const declined = people.filter(({ state }) => state === 'declined').map(({ name }) => name);
  return (
    <>
      {old.length > 0 && <span class="second tone-stop">{named(old)} signed an old version</span>}
      {declined.length > 0 && <span class="second tone-stop">Not willing to sign: {named(declined)}</span>}
      {missing.length > 0 && <span class="second">Not yet: {named(missing)}</span>}
    </>
  );
}

function named(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : names.join(', ');
}
