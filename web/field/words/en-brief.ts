/** The words of a crew briefing, in English. */

export const briefWords = {
  crewBriefing: 'Crew briefing',
  signed: 'signed',
  signedAt: (time: string) => `Signed ${time}`,
  next: 'Next',
  toSign: 'To sign',
  declined: 'Not willing',
  oldVersion: 'Old version',
  handTo: 'Hand the tablet to',
  sign: 'Sign',
  finish: 'Finish for now',
  allSigned: 'Everybody has signed',
  allAsked: 'Everybody was asked',
  addPerson: 'Add a person',
  employer: 'Employer',
  languageOf: 'Language',
  add: 'Add',
  nameNeeded: 'Write the name first.',
  ofAll: (all: number) => `of ${all}`,
};
