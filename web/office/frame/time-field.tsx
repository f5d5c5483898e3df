/**
 * A date and time in the time zone of the reader, which it names. What nobody writes stays as it is stored, to the second; a time that there
 * is not, where the clocks go forward, is said, and one that there is twice is asked about.
 */
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../ui/field.tsx';
import { serverTimeIso } from '../base/clock.ts';
import { instantsOf, localOf, ownZone, zoneAt } from '../base/local-time.ts';
import { useMe } from '../base/me.ts';

export function TimeField({
  value,
  onInput,
  help = '',
  error,
  ...field
}: {
  readonly name: string;
  readonly label: string;
  /** RFC 3339; empty = none. What is written and means no time comes back as it is, for the server to refuse. */
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly autofocus?: boolean;
}) {
  const [written, setWritten] = useState<string | null>(null);
  const local = written ?? localOf(value);
  const meant = instantsOf(local);
  const write = (text: string): void => {
    setWritten(text);
    onInput(instantsOf(text)[0] ?? text);
  };
  const isNone = local !== '' && meant.length === 0;
  return (
    <>
      <TextField
        {...field}
        error={isNone ? noSuchTime(local) : error}
        help={[help, zoneSaid(meant[0] ?? serverTimeIso(), value, useMe()?.organisation.timezone)].join(' ').trim()}
        onInput={write}
        type="datetime-local"
        value={local}
      />
      {meant.length > 1 && (
        <SelectField
          label={`Which ${local.slice(11)}? There are two that night.`}
          name={`${field.name}-which`}
          onInput={onInput}
          options={meant.map((at, i) => [at, `${zoneAt(at)}, ${i === 0 ? 'the first' : 'an hour later'}`] as const)}
          value={meant.findLast((at) => at.slice(0, 16) === value.slice(0, 16)) ?? meant[0] ?? ''}
        />
      )}
    </>
  );
}

function noSuchTime(local: string): string {
  return Number.isNaN(Date.parse(local))
    ? 'Write a date and a time.'
    : `There is no ${local.slice(11)} on that day: the clocks go forward. Write another time.`;
}

/** Whose time it is, and what it is in the zone of the organisation where that is another. */
function zoneSaid(at: string, value: string, office: string | null | undefined): string {
  const [zone, short] = [ownZone(), zoneAt(at)];
  const own = zone === short ? `Time of ${zone}.` : `Time of ${zone} (${short}).`;
  if (!office || localOf(value) === '') return own;
  const [here, there] = [undefined, office].map((timeZone) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value)),
  );
  return here === there ? own : `${own} In ${office}: ${there}.`;
}
