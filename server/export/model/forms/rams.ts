/** The full form: a cover, document control with contents, the sections, the registers, and how to check the copy. */
import type { Block } from '../blocks.ts';
import { documentControl } from '../control.ts';
import { coshhIndex, coshhSheets } from '../coshh.ts';
import { about, emergency, titleBlock } from '../cover.ts';
import { heading } from '../make.ts';
import { cardDays, personnelTable } from '../personnel.ts';
import { signoffRegister } from '../register/register.ts';
import { riskSummary } from '../risk-summary.ts';
import { verification } from '../verification.ts';
import { hazardBlocks, matrix, missingHazards, missingSections, otherContent, sectionBlocks } from './parts.ts';
import type { Form, Printed } from '../printed.ts';

export const ramsForm: Form = (printed) => {
  // The note on its changes takes the room of page one, and a part may be short.
  const turn = printed.input.compared ? [] : [{ kind: 'page_break' } as const];
  return [
    titleBlock(printed.input),
    ...about(printed),
    ...riskAtAGlance(printed),
    emergency(printed.input),
    ...turn,
    ...documentControl(printed.input, printed.timezone),
    heading(2, 'Contents'),
    { kind: 'contents' },
    ...turn,
    ...missingSections(printed),
    ...sectionBlocks(printed),
    ...otherContent(printed),
    ...missingHazards(printed),
    ...hazardBlocks(printed),
    ...matrix(printed),
    ...coshhIndex(printed.substances, printed.bands),
    ...coshhSheets(printed.substances, printed.bands, { level: 2 }),
    ...lastPages(printed),
  ];
};

export function riskAtAGlance({ hazards, bands }: Printed): readonly Block[] {
  return hazards.length > 0 ? [heading(2, 'Risk summary'), riskSummary(hazards, bands)] : [];
}

/** The end of the long forms. */
export function lastPages({ input, attached, timezone, people }: Printed): readonly Block[] {
  return [
    ...personnelTable(people, cardDays(input)),
    ...signoffRegister(input, timezone),
    ...verification(input, attached, timezone),
  ];
}
