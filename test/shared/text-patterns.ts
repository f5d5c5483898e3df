/** What two people do to one text, pattern by pattern, and what comes of it when the first edit is there when the second arrives. */

export interface TextPattern {
  readonly name: string;
  readonly was: string;
  readonly theirs: string;
  readonly mine: string;
  /** The text that both edits make; null = a person has to choose. */
  readonly merged: string | null;
  /** Of a conflict: the third choice beside the two texts. */
  readonly proposal?: string;
}

const paragraph = (...sentences: readonly string[]): string => sentences.join(' ');
const filler = 'The banksman stays in sight of the operator. '.repeat(25);

export const textPatterns: readonly TextPattern[] = [
  {
    name: 'different paragraphs',
    was: 'Erect the tower.\n\nFix the panels.\n\nStrike the tower.',
    theirs: 'Erect the tower on sole boards.\n\nFix the panels.\n\nStrike the tower.',
    mine: 'Erect the tower.\n\nFix the panels.\n\nStrike the tower from the top.',
    merged: 'Erect the tower on sole boards.\n\nFix the panels.\n\nStrike the tower from the top.',
  },
  {
    name: 'neighbouring paragraphs with an empty line between',
    was: 'Erect the tower.\n\nFix the panels.',
    theirs: 'Erect the mobile tower.\n\nFix the panels.',
    mine: 'Erect the tower.\n\nFix the glass panels.',
    merged: 'Erect the mobile tower.\n\nFix the glass panels.',
  },
  {
    name: 'one side composes its accents, the other edits another line',
    was: 'Cafe\u0301 closed\nGate open',
    theirs: 'Caf\u00e9 closed\nGate open',
    mine: 'Cafe\u0301 closed\nGate locked',
    merged: 'Caf\u00e9 closed\nGate locked',
  },
  {
    name: 'emoji and right-to-left text',
    was: 'Hard hats 👷🏽‍♀️\nخطر السقوط',
    theirs: 'Hard hats and gloves 👷🏽‍♀️\nخطر السقوط',
    mine: 'Hard hats 👷🏽‍♀️\nخطر السقوط من السطح',
    merged: 'Hard hats and gloves 👷🏽‍♀️\nخطر السقوط من السطح',
  },
  {
    name: 'neighbouring paragraphs of one line each',
    was: 'Erect the tower.\nFix the panels.',
    theirs: 'Build the scaffold.\nFix the panels.',
    mine: 'Erect the tower.\nHang every sheet.',
    merged: 'Build the scaffold.\nHang every sheet.',
  },
  {
    name: 'different words of one paragraph',
    was: 'Two slingers guide the load to the west road.',
    theirs: 'Three slingers guide the load to the west road.',
    mine: 'Two slingers guide the load to the east road.',
    merged: 'Three slingers guide the load to the east road.',
  },
  {
    name: 'one paragraph without line breaks, edits 1,000 characters apart',
    was: paragraph('Start at six.', filler, 'Stop at four.'),
    theirs: paragraph('Start at seven.', filler, 'Stop at four.'),
    mine: paragraph('Start at six.', filler, 'Stop at five.'),
    merged: paragraph('Start at seven.', filler, 'Stop at five.'),
  },
  {
    name: 'both append a line at the end',
    was: 'Hard hats',
    theirs: 'Hard hats\nGloves',
    mine: 'Hard hats\nGoggles',
    merged: 'Hard hats\nGloves\nGoggles',
  },
  {
    name: 'both insert at one place',
    was: 'Before work\nAfter work',
    theirs: 'Before work\nCheck the ropes\nAfter work',
    mine: 'Before work\nCheck the wind\nAfter work',
    merged: 'Before work\nCheck the ropes\nCheck the wind\nAfter work',
  },
  {
    name: 'one moves a paragraph, the other edits another',
    was: 'First, the permits.\nSecond, the plant.\nThird, the people.',
    theirs: 'Second, the plant.\nThird, the people.\nFirst, the permits.',
    mine: 'First, the permits.\nSecond, the heavy plant.\nThird, the people.',
    merged: 'Second, the heavy plant.\nThird, the people.\nFirst, the permits.',
  },
  {
    name: 'one renumbers, the other edits',
    was: '1. Survey the roof\n2. Fix the edge protection\n3. Strip the sheets',
    theirs: '1. Survey the roof\n2. Brief the team\n3. Fix the edge protection\n4. Strip the sheets',
    mine: '1. Survey the roof\n2. Fix the double edge protection\n3. Strip the sheets by hand',
    merged: '1. Survey the roof\n2. Brief the team\n3. Fix the double edge protection\n4. Strip the sheets by hand',
  },
  {
    name: 'an editor wraps the lines anew',
    was: 'Keep everybody out of the exclusion zone while the crane is slewing over the road.',
    theirs: 'Keep everybody out of the exclusion\nzone while the crane is slewing\nover the road.',
    mine: 'Keep all people out of the exclusion zone while the crane is slewing over the pavement.',
    merged: 'Keep all people out of the exclusion\nzone while the crane is slewing\nover the pavement.',
  },
  {
    name: 'one side writes CRLF',
    was: 'Erect the tower.\nFix the panels.\nStrike the tower.',
    theirs: 'Erect the tower.\r\nFix the panels.\r\nStrike the tower with care.',
    mine: 'Erect the mobile tower.\nFix the panels.\nStrike the tower.',
    merged: 'Erect the mobile tower.\nFix the panels.\nStrike the tower with care.',
  },
  {
    name: 'one of two equal lines each',
    was: 'Check the harness\nCheck the harness',
    theirs: 'Check the harness daily\nCheck the harness',
    mine: 'Check the harness\nCheck the harness weekly',
    merged: 'Check the harness daily\nCheck the harness weekly',
  },
  {
    name: 'one deletes a line that the other edits',
    was: 'Hard hats\nGloves at all times\nGoggles',
    theirs: 'Hard hats\nGoggles',
    mine: 'Hard hats\nCut-proof gloves at all times\nGoggles',
    merged: null,
    proposal: 'Hard hats\nCut-proof gloves at all times\nGoggles',
  },
  {
    name: 'one clears the text, the other edits it',
    was: 'Hard hats\nGloves',
    theirs: '',
    mine: 'Hard hats\nGloves\nGoggles',
    merged: null,
    proposal: 'Goggles',
  },
  {
    name: 'the same word changed differently',
    was: 'LIMIT 7 TONNES\nKeep off.',
    theirs: 'LIMIT 5 TONNES\nKeep off.',
    mine: 'LIMIT 6 TONNES\nKeep well off.',
    merged: null,
    proposal: 'LIMIT 5 / 6 TONNES\nKeep well off.',
  },
  {
    name: 'the number changed by one, its unit by the other',
    was: 'Lift up to 2 t here.',
    theirs: 'Lift up to 5 t here.',
    mine: 'Lift up to 2 kg here.',
    merged: null,
    proposal: 'Lift up to 5 t / 2 kg here.',
  },
  {
    name: 'two numbers inserted at one place',
    was: 'Keep a distance of m.',
    theirs: 'Keep a distance of 3 m.',
    mine: 'Keep a distance of 4 m.',
    merged: null,
    proposal: 'Keep a distance of 3 / 4 m.',
  },
  {
    name: 'one moves a paragraph that the other edits',
    was: 'First, the permits are checked.\n\nSecond, the plant.\n\nThird, the people.',
    theirs: 'Second, the plant.\n\nThird, the people.\n\nFirst, the permits are checked.',
    mine: 'First, all permits are checked twice.\n\nSecond, the plant.\n\nThird, the people.',
    merged: 'Second, the plant.\n\nThird, the people.\n\nFirst, all permits are checked twice.',
  },
  {
    name: 'one edits a line that the other moves up',
    was: 'Gate\nRoof\nRoad\nYard',
    theirs: 'Gate\nRoof and eaves\nRoad\nYard by night',
    mine: 'Yard\nGate\nRoof\nRoad',
    merged: 'Yard by night\nGate\nRoof and eaves\nRoad',
  },
  {
    name: 'both begin an empty text',
    was: '',
    theirs: 'Gloves',
    mine: 'Goggles',
    merged: 'Gloves\nGoggles',
  },
];
