/** The words of the person in charge, in English: who briefs and who translates, a version that is briefed later, who was told of a stop. */

export const leadWords = {
  briefedBy: 'Briefed by',
  talkGiven: (from: string, to: string) => `Talk given ${from} to ${to}`,
  talkSince: (from: string) => `Talk since ${from}`,
  averageEach: (time: string) => `Average ${time} a person.`,
  whoBriefs: 'Who briefs?',
  notSaid: 'Not said yet',
  interpreter: 'Does somebody translate?',
  interpretations: {
    none_needed: 'Not needed',
    bilingual_colleague: 'A colleague',
    professional_interpreter: 'An interpreter',
    none_provided: 'Nobody',
  } as Readonly<Record<string, string>>,
  interpreterName: 'Name of who translates',
  chooseWork: 'Which work do you brief?',
  later: 'Later',
  laterHelp: 'The old version must not be used until the crew is briefed again.',
  laterSure: 'Brief it later',
  whoTold: 'Who was told?',
  toldChoices: ['The crew', 'The person in charge', 'The site manager', 'Other trades near', 'Emergency services'],
  keepTold: 'Record who was told',
  toldElsewhere: 'This tablet works somewhere else now. Tell the office who was told.',
  told: (names: string) => `Told: ${names}`,
};
