/** The words of a point of work check, in English. */

export const powraWords = {
  goOn: 'Go on',
  questionBefore: 'Question before',
  gust: 'Gust at the work, in m/s',
  whoDecides: 'Who decides?',
  scope: 'Work',
  differs: 'What differs from the plan',
  nothingDiffers: 'Nothing differs from the plan.',
  decision: 'Decision',
  photos: 'Photos',
  whatIsWrong: 'What is wrong?',
  decide: 'May the work start?',
  proceed: 'Start work',
  proceedChanged: 'Start with changes',
  stopDecision: 'Stop',
  begunAt: (site: string) => `This check is for ${site}.`,
  checkElsewhere: (site: string) =>
    `This check was begun at ${site}, where this tablet does not work any more. A stop is still recorded there.`,
  decidedElsewhere: (site: string) =>
    `This check was decided at ${site}, but not recorded before this tablet was moved. It is recorded if the tablet works there again.`,
  decidedAt: (site: string) => `A check at ${site} is decided and not recorded yet.`,
  otherAnswers: 'The answers were changed in another tab. Read them, and decide again.',
  otherCheck: 'A new check of this work was begun in another tab. This one is not recorded.',
  notRecorded:
    'This check was decided, but could not be recorded. It is kept here and tried again at each start. Tell the office.',
  questions: [
    'Is the place as the plan says?',
    'Can everybody get in and out safely?',
    'Is the weather inside the limits?',
    'Is everybody here briefed on this version?',
    'Are the permits open?',
    'Are services found and marked?',
    'Is the plant checked today?',
    'Are the barriers up, and others kept out?',
    'Has everybody the right protective equipment?',
    'Is the light good enough?',
    'Do you know the rescue plan and the meeting point?',
    'Is the work of others no danger to you?',
  ],
};
