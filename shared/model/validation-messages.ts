/** Validation messages in plain words, one for every kind of issue that zod reports (contract rule R8). */
import type * as z from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Code = z.core.$ZodIssue['code'];

const maxLength = 300;

/** For the `error` option of a parse. A message in the schema itself takes precedence. */
export function plainMessage(issue: RawIssue): string {
  const message = messages[issue.code] as (of: RawIssue) => string; // each row reads the issue of its own code
  return message(issue).slice(0, maxLength);
}

const messages: { readonly [Name in Code]: (issue: Extract<RawIssue, { readonly code: Name }>) => string } = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? 'is required' : `must be ${types[expected] ?? `of type ${expected}`}`,
  invalid_value: ({ values }) => {
    const names = values.map(String);
    return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(', ')}`;
  },
  invalid_format: ({ format }) => formats[format] ?? 'does not have the required format',
  too_small: ({ origin, minimum, inclusive, exact }) => {
    if (origin === 'string' && minimum === 1 && !exact) return 'is required';
    if (!(origin in counted))
      return `must be ${inclusive === false ? 'more than ' : ''}${minimum}${inclusive === false ? '' : ' or more'}`;
    return `must have ${exact ? 'exactly' : 'at least'} ${count(minimum, origin)}`;
  },
  too_big: ({ origin, maximum, inclusive, exact }) => {
    if (!(origin in counted))
      return `must be ${inclusive === false ? 'less than ' : ''}${maximum}${inclusive === false ? '' : ' or less'}`;
    return `must have ${exact ? 'exactly' : 'at most'} ${count(maximum, origin)}`;
  },
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has unknown members: ${keys.join(', ')}`,
  invalid_union: ({ errors, options }) => {
    const choices = options as readonly unknown[] | undefined; // primitives, which zod's type does not express
    if (choices && choices.length > 0) return `must be one of ${choices.map(String).join(', ')}`;
    const alternatives = new Set(errors.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)));
    return [...alternatives].join(' or ').replaceAll(' or must be ', ' or ') || 'has none of the allowed shapes';
  },
  invalid_key: ({ issues }) => `has a name that is not allowed: it ${issues[0]?.message ?? 'is not valid'}`,
  invalid_element: ({ issues }) => `has an entry that ${issues[0]?.message ?? 'is not valid'}`,
  custom: () => 'is not valid',
};

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  never: 'left out',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be a URL',
  date: 'must be a date such as 2026-03-31',
  datetime: 'must be an RFC 3339 date and time such as 2026-03-31T09:30:00Z',
  time: 'must be a time such as 09:30',
  base64: 'must be base64',
  base64url: 'must be base64url',
};

const counted: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

function count(number: number | bigint, origin: string): string {
  const [one, many] = counted[origin] ?? ['', ''];
  return `${number} ${Number(number) === 1 ? one : many}`;
}
