/** The words of a tablet whose records cannot be opened, in English. */

export const brokenWords = {
  broken: 'The records on this tablet cannot be opened.',
  brokenHelp:
    'Try again first. If that does not help, save what was not sent to a file, and start afresh from the server.',
  openAgain: 'Try again',
  faultKept: 'That did not work, and it is our fault. Your text is kept.',
  details: 'Details',
  saveRest: 'Save what was not sent',
  restSaved: (records: number) => `Saved: ${records}. Give the file to the office.`,
  restLost: (records: number) => `Not readable: ${records}. Tell the office.`,
  nothingUnsent: 'Nothing unsent was found.',
  unreadable: 'Nothing could be read. Tell the office before you start afresh.',
  startAfresh: 'Start afresh',
  afreshHelp:
    'Documents, permits and all that was sent come back from the server. Reports that were begun, the site and the PIN stay.',
  afreshSure: 'Remove the records from this tablet? What was not sent and is in no file is lost.',
};
