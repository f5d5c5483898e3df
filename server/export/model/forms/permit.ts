/** Permit to work: the front is what is hung up at the workface, the back is for hand-back and cancellation. */
import { isJsonObject } from '../../../../shared/base/json.ts';
import { controlAndChecks } from '../control.ts';
import { coshhSheets } from '../coshh.ts';
import { emergency, formTitle, workDates } from '../cover.ts';
import { detailSection, permitAcceptance, permitBack, permitDetails } from '../permit.ts';
import { signoffRegister } from '../register/register.ts';
import { hasOnlyEntries, hazardBlocks, otherContent, sectionBlocks } from './parts.ts';
import { dense, facts } from '../make.ts';
import { canBeSigned } from '../signable.ts';
import type { Form } from '../printed.ts';

/** On the front, where the form itself does not print them; the others follow on the back. */
const front: ReadonlySet<string> = new Set(
  'scope_of_works isolation_arrangements gas_test_results permit_checklist permit_conditions ppe'.split(' '),
);
export const permitForm: Form = (printed) => {
  const { input, timezone, substances, bands } = printed;
  const frame = {
    linked: input.linked,
    sections: printed.sections,
    timezone,
    isSignable: canBeSigned(input),
    checks: input.closing_checks,
  };
  const permit = isJsonObject(input.content['permit']) ? input.content['permit'] : {};
  const emergencies = printed.sections.filter(
    (each) => each['section_type'] === 'emergency_arrangements' && hasOnlyEntries(each),
  );
  return [
    formTitle(input),
    ...dense([
      ...permitDetails(permit, frame),
      ...facts('Work dates', [['Work dates', workDates(input.content)]]),
      ...sectionBlocks(printed, { wanted: (type) => front.has(type), isCompact: true }),
      emergency(input, { more: emergencies, isBrief: true }),
      ...permitAcceptance(permit, frame),
    ]),
    { kind: 'page_break' },
    ...dense([
      ...permitBack(permit, frame),
      ...sectionBlocks(printed, {
        wanted: (type, each) =>
          !front.has(type) && !(type === detailSection && hasOnlyEntries(each)) && !emergencies.includes(each),
        isCompact: true,
      }),
      ...hazardBlocks(printed, true),
      ...coshhSheets(substances, bands, { ownPages: false }),
      ...otherContent(printed, ['permit']),
      ...signoffRegister(input, timezone, { look: 'brief' }),
      ...controlAndChecks(printed.input, printed.attached, printed.timezone),
    ]),
  ];
};
