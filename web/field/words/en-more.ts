/** The words of More, in English: what is set on this tablet, and signing it out. */

export const moreWords = {
  theme: 'Brightness',
  site: 'Site',
  language: 'Language',
  notChecked: 'not checked',
  uncheckedWords: 'These words were not checked by a native speaker. If in doubt, use English.',
  tablet: 'This tablet',
  wipe: 'Sign this tablet out',
  wipeSure: 'Remove all documents from this tablet? It needs a new code to work again.',
  wipeNow: 'Remove everything',
  cannotWipe: (count: number) =>
    `${count} of your records have not reached the server, so nothing was removed. Send them first, or save them to a file here.`,
  filePassphrase: 'Passphrase for the file',
  passphraseHelp: '8 characters or more. Write it down: without it nobody can open the file.',
  saveAndLeave: 'Save to a file and sign out',
  isFileSaved:
    'Look for the file under Downloads. After this it is the only copy: give it to the office with its passphrase.',
  fileSaved: 'The file is there: remove everything',
  fileNotSaved: 'It is not there: keep everything',
};
