/** Point-of-work risk assessment: the decision first, then what the team checked and found. */
import { isJsonObject } from '../../../../shared/base/json.ts';
import { powraBlocks } from '../activity.ts';
import { controlAndChecks } from '../control.ts';
import { coshhSheets } from '../coshh.ts';
import { emergency, formTitle, particulars } from '../cover.ts';
import { signoffRegister } from '../register/register.ts';
import { hazardBlocks, missingSections, otherContent, sectionBlocks } from './parts.ts';
import { dense } from '../make.ts';
import type { Form } from '../printed.ts';

export const powraForm: Form = (printed) => {
  const { input, timezone } = printed;
  const { powra } = input.content;
  return [
    formTitle(input),
    ...particulars(printed),
    ...dense([
      ...(isJsonObject(powra) ? powraBlocks(powra, input.linked, timezone) : []),
      ...missingSections(printed),
      ...sectionBlocks(printed, { isCompact: true }),
      ...hazardBlocks(printed, true),
      ...otherContent(printed, ['powra']),
      emergency(input, { isBrief: true }),
      ...signoffRegister(input, timezone, { look: 'brief' }),
      ...controlAndChecks(printed.input, printed.attached, printed.timezone),
    ]),
    ...coshhSheets(printed.substances, printed.bands),
  ];
};
