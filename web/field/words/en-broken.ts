/** The words of a tablet whose records cannot be opened, in English. */

export const brokenWords = {
  broken: 'The records on this tablet cannot be opened.',
  brokenHelp:
    'Try again first. If that does not help, save what was not sent to a file, and start afresh with a new code of the office.',
  openAgain: 'Try again',
  saveRest: 'Save what was not sent',
  restSaved: (records: number) => `Saved: ${records}. Give the file to the office.`,
  nothingUnsent: 'Nothing unsent was found.',
  unreadable: 'Nothing could be read. Tell the office before you start afresh.',
  startAfresh: 'Start afresh',
  afreshSure: 'Remove everything from this tablet? What was not sent and is in no file is lost.',
};
