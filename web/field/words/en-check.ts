/** The words of the understanding check, in English. */

import { pluralIn } from './plural.ts';

const plural = pluralIn('en');

export const checkWords = {
  notRight: 'Not right. Read this part again.',
  askBriefer: 'Ask the person who gave the talk.',
  tryAgain: 'Try again',
  allRight: 'All answers are right.',
  understanding: 'Understanding check',
  rightOf: (right: number, all: number) => `${right} of ${all} right`,
  tries: (count: number) => plural(count, { one: '1 try', other: `${count} tries` }),
  mostTries: (count: number) =>
    plural(count, { one: '1 try at one question', other: `${count} tries at one question` }),
  triesAt: (count: number, question: number) =>
    plural(count, { one: `1 try at question ${question}`, other: `${count} tries at question ${question}` }),
};
