/** The words of the PIN, in English. */

export const pinWords = {
  pin: 'PIN of the person in charge',
  pinHelp: 'Without a PIN, anybody may sign this tablet out and let the work start again.',
  pinIsSet: 'It is asked before the work starts again after a stop, and before this tablet is signed out.',
  setPin: 'Set a PIN',
  changePin: 'Change or remove it',
  freshPin: 'New PIN',
  sixDigits: '6 digits',
  savePin: 'Save the PIN',
  removePin: 'Remove the PIN',
  pinFailed: 'It was not saved. A PIN needs a page that was loaded over https.',
  unlock: 'Go on',
  wrongPin: 'This PIN is wrong.',
  waitFor: (minutes: number) => `Wrong five times. Wait ${minutes} min.`,
  forgotten: 'Forgotten?',
  codeRemovesPin: 'A new code of the office removes it.',
};
