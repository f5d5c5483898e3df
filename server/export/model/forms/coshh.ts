/** COSHH assessment: two pages at most in front, then one page for each substance, to be posted where it is kept. */
import { controlAndChecks } from '../control.ts';
import { coshhIndex, coshhSheets } from '../coshh.ts';
import { emergency, formTitle, particulars } from '../cover.ts';
import { dense, heading, paragraph } from '../make.ts';
import { hazardBlocks, otherContent, sectionBlocks } from './parts.ts';

import type { Form } from '../printed.ts';
import { signoffRegister } from '../register/register.ts';

export const coshhForm: Form = (printed) => [
  formTitle(printed.input),
  ...particulars(printed),
  ...dense([
    emergency(printed.input),
    ...(printed.substances.length === 0
      ? [heading(1, 'COSHH assessments'), paragraph('No substance has been assessed in this document.', 'muted')]
      : []),
    ...coshhIndex(printed.substances, printed.bands),
    ...sectionBlocks(printed, { isCompact: true }),
    ...otherContent(printed),
    ...hazardBlocks(printed, true),
  ]),
  ...coshhSheets(printed.substances, printed.bands),
  ...dense([
    ...signoffRegister(printed.input, printed.timezone, { look: 'brief' }),
    ...controlAndChecks(printed.input, printed.attached, printed.timezone),
  ]),
];
