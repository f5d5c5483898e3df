/** What the register shows: a crew, a version, or only what is to be asked about. It lives in the address. */
import { isInForce } from '../../../../shared/model/validity.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { shortDoubts } from './doubts.ts';
import type { Signoff } from './signed.ts';

const states: Readonly<Record<string, readonly [word: string, fits: (signoff: Signoff) => boolean]>> = {
  current: ['Current', ({ status, currency }) => status === 'recorded' && isInForce(currency)],
  old: ['Old version', ({ status, currency }) => status === 'recorded' && !isInForce(currency)],
  declined: ['Declined', ({ status }) => status === 'declined'],
  void: ['Void or sent twice', ({ status }) => status === 'voided' || status === 'duplicate'],
  ask: ['To ask about', (signoff) => shortDoubts(signoff).length > 0],
};

const names = ['crew', 'version', 'state'] as const;
type Name = (typeof names)[number];

export function useRegisterFilters() {
  const { searchParams } = useAddress();
  const asked = (name: Name): string => searchParams.get(name) ?? '';
  const [crew, version, state] = names.map(asked);
  return {
    asked,
    isSet: Boolean(crew ?? version ?? state) && names.some((name) => asked(name) !== ''),
    fits: (signoff: Signoff): boolean =>
      (!crew || signoff.worker.employer_name === crew) &&
      (!version || String(signoff.document_version) === version) &&
      (!state || (states[state]?.[1](signoff) ?? true)),
  };
}

export function RegisterFilters({
  of: { asked, isSet },
  signoffs,
}: {
  readonly of: ReturnType<typeof useRegisterFilters>;
  readonly signoffs: readonly Signoff[];
}) {
  const choices: Readonly<Record<Name, readonly (readonly [value: string, word: string])[]>> = {
    crew: among(signoffs.map(({ worker }) => worker.employer_name ?? '')).map((name) => [name, name]),
    version: among(signoffs.map(({ document_version: number }) => String(number))).map((each) => [
      each,
      `Version ${each}`,
    ]),
    state: Object.entries(states).map(([value, [word]]) => [value, word]),
  };
  const all: Readonly<Record<Name, readonly [label: string, all: string]>> = {
    crew: ['Crew', 'All crews'],
    version: ['Version', 'All versions'],
    state: ['State', 'All states'],
  };
  return (
    <span class="filters inline">
      {names.map((name) => (
        <SelectField
          key={name}
          label={all[name][0]}
          name={name}
          onInput={(value) => go(withQuery(new URL(location.href), { [name]: value }), true)}
          options={[['', all[name][1]], ...choices[name]]}
          value={asked(name)}
        />
      ))}
      {isSet && (
        <Button
          onClick={() => go(withQuery(new URL(location.href), { crew: null, version: null, state: null }), true)}
          small
        >
          Clear all
        </Button>
      )}
    </span>
  );
}

function among(values: readonly string[]): string[] {
  return [...new Set(values.filter(Boolean))].toSorted();
}
