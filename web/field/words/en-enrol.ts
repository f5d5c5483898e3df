/** The words of setting up a tablet, in English. */

export const enrolWords = {
  enrolTitle: 'Set up this tablet',
  enrolHelp: 'The office makes a code under Settings, Devices. It works once, for 15 minutes.',
  code: 'Code',
  start: 'Start work',
  enrolOffline: 'No connection. The code needs the server once; after that the tablet works without.',
  enrolAgain: (organisation: string) =>
    `This tablet works for ${organisation}. With a new code of ${organisation} it goes on; everything on it stays.`,
  otherOrganisation: (organisation: string) =>
    `This code is of another organisation. The tablet works for ${organisation}: sign it out first, then ask for a new code.`,
  wrongCode: 'This code is wrong, was used already, or is older than 15 minutes. Ask the office for a new one.',
  firstFetch: 'Fetching the documents of your sites.',
  firstFetchHelp: 'Stay in reach of the signal until this is done.',
  documentsSoFar: (count: number) => (count === 1 ? '1 document so far.' : `${count} documents so far.`),
  noSites: 'The office has not made a site for this tablet yet. Ask them; it appears here by itself.',
  whichSite: 'Where is this tablet?',
  siteArchived: (name: string) => `${name} was archived by the office. Choose another site.`,
  stillUnderWay: 'Still under way there',
  scan: 'Scan the code',
  holdCode: 'Hold the code of the office before the camera.',
  typeCode: 'Type the code',
  noCamera: 'The camera may not be used here. Type the code.',
};
