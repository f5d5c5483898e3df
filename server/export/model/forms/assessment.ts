/** Risk assessment and method statement: what the other lacks is left out, and what it is for comes first. */
import type { Block } from '../blocks.ts';
import { versionControl } from '../control.ts';
import { coshhIndex, coshhSheets } from '../coshh.ts';
import { about, emergency, titleBlock } from '../cover.ts';
import { heading } from '../make.ts';
import { hazardBlocks, matrix, missingHazards, missingSections, otherContent, sectionBlocks } from './parts.ts';
import type { Form, Printed } from '../printed.ts';
import { lastPages, riskAtAGlance } from './rams.ts';

/** The hazards come before the arrangements. */
export const riskAssessmentForm: Form = (printed) => [
  ...front(printed),
  ...missingHazards(printed),
  ...hazardBlocks(printed),
  ...sectionBlocks(printed),
  ...otherContent(printed),
  ...back(printed),
];

/** The sequence of works comes before its hazards. */
export const methodStatementForm: Form = (printed) => [
  ...front(printed),
  ...missingSections(printed),
  ...sectionBlocks(printed),
  ...otherContent(printed),
  ...hazardBlocks(printed),
  ...back(printed),
];

function front(printed: Printed): readonly Block[] {
  return [
    titleBlock(printed.input),
    ...about(printed),
    ...riskAtAGlance(printed),
    emergency(printed.input),
    heading(2, 'Contents'),
    { kind: 'contents' },
  ];
}

function back(printed: Printed): readonly Block[] {
  return [
    ...matrix(printed),
    ...coshhIndex(printed.substances, printed.bands),
    ...coshhSheets(printed.substances, printed.bands, { level: 2 }),
    ...versionControl(printed.input, printed.timezone),
    ...lastPages(printed),
  ];
}
