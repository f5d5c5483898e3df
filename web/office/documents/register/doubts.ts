/** What is doubtful about a sign-off, in words that say whom to ask; the flags are those of the contract, SO7 to SO39. */
import type { ServerFlag } from '../../../../shared/resources/signoff/shape.ts';
import { asWords } from '../../../ui/status.ts';
import type { Signoff } from './signed.ts';

const words: Readonly<Record<ServerFlag, readonly [short: string, long: string]>> = {
  stale_version: ['Old when signed', 'A newer version was in force already when this was signed.'],
  rebrief_required: ['Brief again', 'This person has to be briefed on the version in force.'],
  captured_in_future: [
    'Clock ahead',
    'The time of signing, or of the talk, is in the future. The clock of the tablet was wrong.',
  ],
  captured_long_ago: ['Sent late', 'It was signed more than 30 days before it reached the server.'],
  duplicate_unknown: [
    'Counts alone',
    'It was sent as a copy of a sign-off that the server does not have, so it counts.',
  ],
  duplicate_mismatch: [
    'Counts alone',
    'It was sent as a copy of a sign-off of somebody else or of another version, so it counts.',
  ],
  void_claimed: ['Sent as void', 'It was sent as void by somebody who may not void, so it counts.'],
  signed_twice: [
    'Signed twice',
    'The same person signed on two tablets in one briefing. Find out which one is genuine.',
  ],
  before_approval: ['Before approval', 'The time of signing is before the version was approved.'],
  no_ink: ['No ink', 'It says that it was signed in ink, and has none.'],
  typed_name_differs: ['Other name typed', 'The name that was typed is not the name of this person.'],
  check_not_passed: ['Check not passed', 'It tells of no understanding check that was passed.'],
  after_archiving: ['After archiving', 'The document had been archived when this was signed.'],
  worker_unknown: ['Not on the list', 'The person is not on the list of people.'],
  worker_name_mismatch: ['Other name', 'The list of people has another name for this person.'],
  ink_repeated: ['Same ink', 'Exactly the same ink is in another sign-off.'],
  device_mismatch: ['Other tablet', 'The tablet that sent it is not the one that it names.'],
};

/** Said by the version beside it, or by what follows from another flag. */
const saidElsewhere = new Set(['stale_version', 'rebrief_required']);

export function shortDoubts({ flags }: Signoff): string[] {
  return flags.filter((flag) => !saidElsewhere.has(flag)).map((flag) => known(flag)?.[0] ?? asWords(flag));
}

/** A flag of the tablet has its own words. */
export function longDoubts({ flags }: Signoff): string[] {
  return flags.map((flag) => known(flag)?.[1] ?? `The tablet says: ${asWords(flag).toLowerCase()}.`);
}

function known(flag: string): readonly [short: string, long: string] | undefined {
  return Object.hasOwn(words, flag) ? words[flag as ServerFlag] : undefined; // its own keys
}
