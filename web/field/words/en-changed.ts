/** The words of a new version, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const changedWords = {
  newVersion: 'New version',
  isNow: (title: string, version: number) => `${title} is now version ${version}`,
  mustBrief: 'The whole crew must be briefed and sign again before the next work.',
  changes: (count: number) => plural(count, { one: '1 thing changed', other: `${count} things changed` }),
  before: 'Before',
  now: 'Now',
  notInPlan: 'Not in the plan',
  noLonger: 'No longer in the plan',
  readVersion: (version: number) => `Read version ${version}`,
  briefNow: 'Brief again now',
  talkInterrupted: (told: number, now: number) =>
    `This talk was on version ${told}. Tell the crew what changed: from now on people sign version ${now}.`,
  approvedBy: (name: string, time: string) => `Approved by ${name}, ${time}`,
};
