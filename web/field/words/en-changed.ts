/** The words of a new version, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const changedWords = {
  newVersion: 'New version',
  isNow: (title: string, version: number) => `${title} is now version ${version}`,
  mustBrief: 'The whole crew must be briefed and sign again before the next work.',
  minorChange: 'Nobody has to sign again. Read what changed.',
  toBrief: (count: number) => plural(count, { one: '1 person to brief.', other: `${count} people to brief.` }),
  ofThemSigned: (count: number, version: number) =>
    plural(count, {
      one: `1 of them signed version ${version}.`,
      other: `${count} of them signed version ${version}.`,
    }),
  beforeGone: 'The version before is not on this tablet: what changed cannot be shown here. Ask the office what it is.',
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
