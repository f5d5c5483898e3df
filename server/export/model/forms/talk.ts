/** Toolbox talk: one page to talk from, and an attendance sheet. */
import { controlAndChecks } from '../control.ts';
import { coshhIndex, coshhSheets } from '../coshh.ts';
import { formTitle, particulars } from '../cover.ts';
import { dense } from '../make.ts';
import type { Form } from '../printed.ts';
import { signoffRegister } from '../register/register.ts';
import { hazardBlocks, missingSections, otherContent, sectionBlocks } from './parts.ts';

export const talkForm: Form = (printed) => [
  formTitle(printed.input),
  ...particulars(printed),
  ...dense([
    ...missingSections(printed),
    ...sectionBlocks(printed, { isCompact: true }),
    ...otherContent(printed),
    ...hazardBlocks(printed, true),
    ...coshhIndex(printed.substances, printed.bands),
    ...coshhSheets(printed.substances, printed.bands),
  ]),
  { kind: 'page_break' },
  ...dense([
    ...signoffRegister(printed.input, printed.timezone, { title: 'Attendance', look: 'brief' }),
    ...controlAndChecks(printed.input, printed.attached, printed.timezone),
  ]),
];
