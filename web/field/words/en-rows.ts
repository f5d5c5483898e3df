/** The words for what a section holds in rows, in English: beside what a row says, and over its fields. */

export const rowWords = {
  /** A table names its own. */
  rowFields: {
    key: 'Name',
    value: 'Value',
    line: 'Text',
    text: 'What is done',
    hold_point: 'Hold point',
    released_by: 'Released by',
    item: 'What',
    response: 'Answer',
    note: 'Note',
    specification: 'Specification',
    when: 'When',
  } as Readonly<Record<string, string>>,
  rowAnswers: { yes: 'Yes', no: 'No', na: 'Does not apply' },
};
