/** The words of signing on one's own phone, in English: on the tablet that shows the code, and on the phone. */

export const phoneWords = {
  ownPhone: 'On your own phone',
  scanThis: (name: string) => `${name}: point the camera of your phone at this.`,
  goodFor: (minutes: number) => `Works once, for ${minutes} more min.`,
  codeOver: 'This code has ended.',
  anotherCode: 'New code',
  noCode: 'A code needs signal. Sign on the tablet.',
  arrived: (name: string, time: string) => `${name} signed on their own phone at ${time}.`,
  haveRead: 'I have read this',
  signAndSend: 'Sign and send',
  notSent: 'This was not sent. Keep this page open and try again.',
  keptHereYet:
    'Signed, and kept on this phone. The server does not have it yet. It is sent by itself as soon as there is a connection, and has to arrive within 15 minutes.',
  tooLate:
    'Your signature did not arrive in time, and does not count. Ask the person who briefs you for a new code, and sign again.',
  notTaken: 'The server did not take your signature, and it does not count.',
  timeOver:
    'The time of this code is over, and nothing was sent. Ask the person who briefs you for a new code, and scan it.',
  overUnsent:
    'The time of the code is over. If the server does not have your signature by now, it does not count. Ask the person who briefs you for a new code.',
  sendOnceMore: 'Send again',
  nextCode: 'Next person',
  nextWaits: 'The next person goes on after that.',
  typeOwnName: (name: string) => `Type your name as it is on this page: ${name}.`,
  inkWaits: (name: string) =>
    `Another code was opened. What ${name} drew or typed is not sent: send it first, or go on without it.`,
  codeUsed: 'This code was used already, or is older than 15 minutes. Ask the person who briefs you for a new one.',
  notInForce: 'This version is no longer in force. Go back to the person who briefs you.',
  signedMeanwhile: (name: string) => `${name} has signed already.`,
  scanCode: 'Scan the code on the tablet of the person who briefs you.',
  showThis: 'Show this to the person who briefs you.',
  number: 'Number',
  tellBriefer: 'Not willing to sign? Tell the person who briefs you.',
};
