/** The words of the understanding check, in English. */

export const checkWords = {
  notRight: 'Not right. Read this part again.',
  askBriefer: 'Ask the person who gave the talk.',
  tryAgain: 'Try again',
  tries: (count: number) => `All answers are right. Tries: ${count}.`,
};
