/** The words of the field app in English, the one language that was checked. They say who can do what next. */

import { lists } from './en-lists.ts';
import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const english = {
  ...lists,
  // Frame
  today: 'Today',
  permits: 'Permits',
  report: 'Report',
  more: 'More',
  stop: 'Stop work',
  back: 'Back',
  skipTo: 'Skip to the content',
  done: 'Done',
  ok: 'OK',
  loading: 'Loading',
  stillLoading: 'Still loading.',
  fault: 'That did not work, and it is our fault. What was shown as saved is kept.',
  // Sending
  allSent: (time: string) => `All sent ${time}`,
  notYetSent: 'Not sent yet',
  waiting: (count: number) => `${count} waiting`,
  sendingNow: (at: number, all: number) => `Sending ${at} of ${all}`,
  noSignal: (time: string) => `No signal · sent ${time}`,
  noSignalNever: 'No signal',
  keptHere: (count: number) => `No signal · ${count} kept here`,
  needsYou: (count: number) => plural(count, { one: '1 needs you', other: `${count} need you` }),
  lastSent: (time: string) => `Last sent ${time}`,
  silentDays: (days: number) => plural(days, { one: 'Not sent for 1 day', other: `Not sent for ${days} days` }),
  switchedOff: 'This tablet is switched off',
  full: 'Tablet full: free space',
  clockOff: (minutes: number, fast: boolean) => `Clock ${minutes} min ${fast ? 'fast' : 'slow'}`,
  clockSetBack: 'Clock set back',
  clockCorrected: (minutes: number, fast: boolean) =>
    `The clock of this tablet is ${minutes} min ${fast ? 'fast' : 'slow'}. The times here are right.`,
  sending: 'Sending',
  nothingWaits: 'Nothing waits',
  unfinished: (count: number) =>
    plural(count, {
      one: '1 report was begun and not finished.',
      other: `${count} reports were begun and not finished.`,
    }),
  needsSignal:
    'This tablet cannot open Sitefile without signal: its address has no https. Tell the office, and keep this window open.',
  briefRoom: 'Brief',
  mayLoseWork: 'Tablet may lose work',
  privateWindow: 'This window forgets everything when closed. Open Sitefile in a normal window.',
  updateReady: 'New app version ready. It starts when you close this.',
  yes: 'Yes',
  no: 'No',
  // Today
  nothingToday: 'No approved documents for this site.',
  stale: (name: string) => `${name} signed the old version.`,
  staleMany: (count: number) => `${count} people signed the old version.`,
  briefAgain: 'Brief again before the next work.',
  askedAgain: (who: string, title: string) => `${who} asks: brief ${title} again.`,
  count: (done: number, all: number) => `${done} of ${all}`,
  briefedOn: (version: number) => `briefed on version ${version}`,
  stillToSign: (names: string) => `Still to sign: ${names}`,
  andMore: (count: number) => `and ${count} more`,
  everybody: 'Everybody has signed.',
  unwilling: (names: string) => `Not willing to sign: ${names}`,
  nobodyNamed: 'Nobody is named yet. Add people when you brief.',
  onConditions: 'Approved on conditions',
  conditionWasDue: (date: string) => `A condition was due ${date}`,
  read: 'Read',
  brief: 'Brief the crew',
  makeSafe: 'Stop and make safe.',
  /** In the header, of a permit. */
  due: {
    over: (permit: string, time: string) => `${permit}: over since ${time}`,
    ends: (permit: string, time: string) => `${permit}: ends ${time}`,
    watch: (permit: string, time: string) => `${permit}: fire watch done ${time}`,
    check: (permit: string, time: string) => `${permit}: check due ${time}`,
  },
  left: 'left',
  over: 'Over',
  silentSince: (time: string) => `This tablet has not heard from the server since ${time}. It may hold an old version.`,
  silentUnknown:
    'The clock of this tablet was set back, as after a flat battery. Nobody can tell for how long it has not heard from the server, and it may hold an old version. Find signal before briefing.',
  silentTooLong: (days: number) =>
    `This tablet has not heard from the server for ${plural(days, { one: '1 day', other: `${days} days` })}. It may hold an old version. Find signal before briefing.`,
  powra: 'Point of work check',
  beforeStart: 'Before you start',
  startCheck: 'Start',
  checkDone: (time: string) => `Done ${time}`,
  // Briefing
  version: (version: number) => `version ${version}`,
  name: 'Name',
  optional: 'optional',
  somebodyElse: 'Somebody else',
  saving: 'Saving',
  // More
  themes: { system: 'As the tablet', light: 'Light', dark: 'Dark', sun: 'Sun' },
  cancel: 'Cancel',
};

export type Words = typeof english;
