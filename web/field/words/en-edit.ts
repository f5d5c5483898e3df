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
};
