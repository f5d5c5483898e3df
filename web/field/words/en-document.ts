/** The words of a document and its draft, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const documentWords = {
  gone: 'There is nothing here, or this tablet may not see it.',
  otherLanguage: 'This document is in another language. Use an interpreter where somebody does not read it.',
  whatWeDo: 'What we do',
  documentArchived: 'The office archived this document. Nobody is briefed on it or signs it any more.',
  conditionsLate: 'Conditions whose day is over. Ask the office if they are met',
  until: (date: string) => `until ${date}`,
  wasDue: (date: string) => `was due ${date}`,
  metBy: (name: string, date: string) => `met: ${name}, ${date}`,
  conditionsMet: 'Conditions that are met',
  hadSigned: (done: number, all: number) => `${done} of ${all} had signed`,
  hurtYou: 'What can hurt you',
  withControls: 'Risk with controls',
  stopWhen: 'Stop when',
  emergency: 'Emergency',
  allSections: (count: number) => plural(count, { one: '1 section', other: `All ${count} sections` }),
  allHazards: (count: number) => plural(count, { one: '1 hazard', other: `All ${count} hazards` }),
  sections: 'Sections',
  hazards: 'Hazards',
  controls: 'Controls',
  readAloud: 'Read aloud',
  quiet: 'Stop reading',
  noVoice: 'This tablet has no voice of its own for this language.',
  notes: 'Who is at risk',
  find: 'Find in this document',
  nothingFound: 'Nothing found.',
  edit: 'Edit',
  saved: 'Saved here',
  approvedNote: 'The approved version stays in force. Your change goes into the draft for the office.',
  notEditable: 'The office has to open a new draft before anybody can edit this document.',
  text: 'Text',
  description: 'Description',
  severityAfter: 'How bad, with controls',
  likelihoodAfter: 'How likely, with controls',
  whatChanged: 'What changed',
};
