/** Permit to work: the front is what is hung up at the workface, the back is for hand-back and cancellation. */
import { isJsonObject, type JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { controlAndChecks } from '../control.ts';
import { coshhSheets } from '../coshh.ts';
import { emergency, formTitle, workDates } from '../cover.ts';
import { eachText } from '../each-text.ts';
import { detailSection, permitAcceptance, permitBack, permitDetails, type PermitFrame } from '../permit.ts';
import { signoffRegister } from '../register/register.ts';
import { hasOnlyEntries, hazardBlocks, otherContent, sectionBlocks } from './parts.ts';
import { dense, facts } from '../make.ts';
import { canBeSigned } from '../signable.ts';
import type { Form, Printed } from '../printed.ts';

/** On the front, where the form itself does not print them; the others follow on the back. */
const front: ReadonlySet<string> = new Set(
  'scope_of_works isolation_arrangements gas_test_results permit_checklist permit_conditions ppe'.split(' '),
);

export const permitForm: Form = (printed) => {
  const { input, timezone, substances, bands } = printed;
  const frame = { ...frameOf(printed), isSignable: canBeSigned(input) };
  const emergencies = emergenciesOf(printed);
  return [
    formTitle(input),
    ...dense([
      ...precautions(printed, frame),
      emergency(input, { more: emergencies, isBrief: true }),
      ...permitAcceptance(permitOf(printed), frame),
    ]),
    // A copy with its changes marked is not hung up.
    ...(input.compared ? [] : [{ kind: 'page_break' } as const]),
    ...dense([
      ...permitBack(permitOf(printed), frame),
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

/** The copy for display at the work: everybody reads it, so that no mobile number is on it but those to call in an emergency. */
export const displayForm: Form = (printed) => {
  const frame = { ...frameOf(printed), isSignable: false };
  const title = formTitle(printed.input);
  return [
    {
      ...title,
      documentType: 'Permit to work: copy for display',
      identity: `${title.identity}  ·  The permit is with its holder`,
    },
    ...dense([
      ...withoutMobiles(precautions(printed, frame)),
      emergency(printed.input, { more: emergenciesOf(printed), isBrief: true }),
      ...withoutMobiles(permitAcceptance(permitOf(printed), frame)),
    ]),
  ];
};

/** What is permitted, and what has to be in place for it. */
function precautions(printed: Printed, frame: PermitFrame): readonly Block[] {
  return [
    ...permitDetails(permitOf(printed), frame),
    ...facts('Work dates', [['Work dates', workDates(printed.input.content)]]),
    ...sectionBlocks(printed, { wanted: (type) => front.has(type), isCompact: true }),
  ];
}

function frameOf({ input, sections, timezone }: Printed): Omit<PermitFrame, 'isSignable'> {
  return { linked: input.linked, sections, timezone, checks: input.closing_checks };
}

function permitOf({ input: { content } }: Printed): JsonObject {
  return isJsonObject(content['permit']) ? content['permit'] : {};
}

/** Printed in the emergency box. */
function emergenciesOf({ sections }: Printed): readonly JsonObject[] {
  return sections.filter((each) => each['section_type'] === 'emergency_arrangements' && hasOnlyEntries(each));
}

/** British numbers: other ranges have no block of their own for mobiles. */
const mobiles = /(?:\+44[\s-]?(?:\(0\)[\s-]?)?|\b0)7\d{3}[\s-]?\d{3}[\s-]?\d{3}\b/g;

function withoutMobiles(blocks: readonly Block[]): readonly Block[] {
  return eachText(blocks, (words) => words.replace(mobiles, '(number not displayed)'));
}
