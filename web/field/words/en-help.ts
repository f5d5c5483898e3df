/** The words of the help, in English. An answer names buttons as their screens do. */

/** What is written on the buttons that answers name. */
export interface Labels {
  readonly cannotDraw: string;
  readonly notWilling: string;
  readonly addPerson: string;
  readonly briefNow: string;
  readonly codeRemovesPin: string;
}

export interface Answered {
  readonly question: string;
  readonly answer: (labels: Labels) => string;
}

export const helpWords = {
  help: 'Help',
  helpBelow: 'Answers that are there without signal',
  askOffice: (organisation: string) => `If the answer is not here, ask the office of ${organisation}.`,
  answers: {
    noSignal: {
      question: 'There is no signal',
      answer: () =>
        'Go on: read, brief, sign, check, report and stop work as always. Whatever is shown as saved is on this tablet, and is sent by itself when there is signal. The label at the top says what still waits.',
    },
    needsYou: {
      question: 'The label at the top says that something needs me',
      answer: () =>
        'Tap it. The server did not take something: you see what and why, and choose what to do. Nothing is thrown away unless you say so.',
    },
    cannotSign: {
      question: 'Somebody cannot sign on the screen, or does not want to',
      answer: ({ cannotDraw, notWilling }) =>
        `“${cannotDraw}” lets them type their name, with a witness. “${notWilling}” records that they did not sign, and why.`,
    },
    notListed: {
      question: 'Somebody is not on the list',
      answer: ({ addPerson }) =>
        `“${addPerson}” in the briefing: name, employer and language. Then they sign like everybody else.`,
    },
    language: {
      question: 'Somebody does not read English',
      answer: () =>
        'When a name is tapped, the statement and the buttons are in the language of that person. Words that nobody has checked say so: use an interpreter.',
    },
    newVersion: {
      question: 'There is a new version',
      answer: ({ briefNow }) =>
        `It says what changed. “${briefNow}” begins the talk, and everybody signs again. What was signed before stays recorded with its version.`,
    },
    pin: {
      question: 'The PIN is forgotten',
      answer: ({ codeRemovesPin }) =>
        `Ask the office for a new code for this tablet. Where the PIN is asked, tap “${codeRemovesPin}” and type the code. Everything else stays.`,
    },
    full: {
      question: 'The tablet is full',
      answer: () =>
        'Delete pictures and apps on it that nobody needs. Whatever was shown as saved stays; until there is room, nothing new can be saved.',
    },
    lost: {
      question: 'A tablet is lost or broken',
      answer: () =>
        'Tell the office at once: it can switch the tablet off. Whatever was sent is safe. What still waited is on that tablet alone.',
    },
  } satisfies Readonly<Record<string, Answered>>,
};
