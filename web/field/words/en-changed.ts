/** The words of a new version, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const changedWords = {
  newVersion: 'New version',
  isNow: (title: string, version: number) => `${title} is now version ${version}`,
  mustBrief: 'The whole crew must be briefed and sign again before the next work.',
  minorChange: 'Nobody has to sign again. Read what changed.',
  changes: (count: number) => plural(count, { one: '1 thing changed', other: `${count} things changed` }),
  before: 'Before',
  now: 'Now',
  notInPlan: 'Not in the plan',
  noLonger: 'No longer in the plan',
  nothingNamed: 'What changed is not in what this tablet shows. Ask the office what it is.',
  photoOrSheet: (what: string) => `Photo or sheet: ${what}`,
  readVersion: (version: number) => `Read version ${version}`,
  briefNow: 'Brief again now',
  talkInterrupted: (told: number, now: number) =>
    `This talk was on version ${told}. Tell the crew what changed: from now on people sign version ${now}.`,
  approvedBy: (name: string, time: string) => `Approved by ${name}, ${time}`,
};
