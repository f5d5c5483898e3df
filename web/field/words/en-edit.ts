/** The words of changing a draft on the tablet, in English. */

export const editWords = {
  addHazard: 'Add a hazard',
  inDraft: 'New in the draft, not approved yet',
  hazardName: 'What can go wrong?',
  nameHazard: 'Write what can go wrong first.',
  beforeControls: 'Before controls',
  afterControls: 'With controls',
  severityBefore: 'How bad, before controls',
  likelihoodBefore: 'How likely, before controls',
  /** From 1 to 5. */
  severities: ['First aid', 'Minor injury', 'Over 7 days off', 'Major injury', 'Death'] as readonly string[],
  likelihoods: ['Very unlikely', 'Unlikely', 'Possible', 'Likely', 'Very likely'] as readonly string[],
  /** Of the hierarchy of controls, the best first. */
  levels: {
    elimination: 'Remove the danger',
    substitution: 'Use something safer',
    engineering: 'Guards, barriers, machines',
    administrative: 'Rules, training, signs',
    ppe: 'Protective equipment',
    none: 'Without a level',
  } as Readonly<Record<string, string>>,
  control: (level: string, place: number) => `${level}, ${place}`,
  emptyRemoves: 'One that is emptied is removed.',
  addControl: (level: string) => `Add: ${level}`,
  officeEdits: 'The office edits this part. Ask them to change it.',
  row: (place: number) => `Row ${place}`,
  addRow: 'Add a row',
  removeRow: (row: string) => `Remove: ${row}`,
  rowRemoved: (row: string) => `Removed: ${row}`,
  undoRemoval: (row: string) => `Undo: ${row}`,
  rows: 'Rows',
};
