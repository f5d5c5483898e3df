/** The words of reading a document and of changing its draft, in English. */

export const readingWords = {
  findShort: 'Find',
  findHelp: 'Hazards, sections and substances with these words.',
  noPicture: (what: string) => `Photo of ${what}: not on this tablet yet.`,
  pictureOf: (what: string) => `Photo of ${what}`,
  openSheet: (what: string) => `Open the sheet: ${what}`,
  isReading: (name: string) => `${name} is reading`,
  alsoOpen: (names: string) => `${names} has this document open too.`,
};
