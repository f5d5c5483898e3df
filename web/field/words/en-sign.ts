/** The words of signing, in English. */

export const signWords = {
  sign: 'Sign',
  signHere: 'Sign with your finger',
  readDocument: 'Read the document',
  clear: 'Clear',
  cannotDraw: 'Cannot draw?',
  notWilling: 'Not willing to sign',
  draw: 'Sign by hand',
  emptyInk: 'Please sign on the line first.',
  typedName: 'Type your name',
  witness: 'Name of a witness',
  witnessNeeded: 'Somebody else must confirm it: write the name of the witness.',
  whyNot: 'Why not?',
  whyNotNeeded: 'Write the reason first.',
  recordRefusal: 'Record it',
  unchecked: 'This translation is not checked. Use an interpreter.',
  untranslated: 'There is no translation. Use an interpreter.',
  notSaved: 'This signature was not saved. Keep this screen open and try again.',
  signedAlready: (name: string, version: number, time: string) =>
    `${name} already signed version ${version} at ${time}.`,
  declinedAlready: (name: string, version: number, time: string) =>
    `${name} was not willing to sign version ${version} at ${time}. That stays recorded.`,
  signAgain: 'Sign again',
  namesakes: (name: string) => `More than one person here is called ${name}. Who are you?`,
  answeredAt: (time: string) => `I answered at ${time}`,
  theOther: 'I am the other one',
  answerStays:
    'Your answer is recorded, and stays. To sign again, be added to the crew under a name that nobody else has.',
  crew: 'Crew',
  show: 'Show',
  hide: 'Hide',
  whatSigned: 'What was signed',
  whatRefused: 'What was refused',
  statement: 'Statement',
  signatureOf: (name: string) => `Signature of ${name}`,
  witnessed: 'Witness',
};
