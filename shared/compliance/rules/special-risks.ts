/**
 * ASB, CSP, NOI, VIB, ELE, TWK, DSE: advice on risks that have regulations of their own (contract, Compliance check). They carry no weight, so a
 * score says the same as before, and a document that has the fact in other words loses nothing.
 */
import type { Facts } from '../facts.ts';
import { isFilled } from '../sections.ts';
import { failed, isMethod, notApplicable, passed, type Verdict } from '../verdict.ts';

const notAsked = notApplicable('Asked of RAMS, method statements and risk assessments.');

/** All that the sections and hazards say, a line for each piece. */
function saidIn({ sections, hazards }: Facts): string {
  return [...[...sections.values()].map(({ text }) => text), ...hazards.map(({ text }) => text)].join('\n');
}

function requireSaid(
  facts: Facts,
  categories: readonly string[],
  parts: (said: string) => readonly (readonly [what: string, isThere: boolean])[],
): Verdict {
  if (!isMethod(facts) && facts.documentType !== 'risk_assessment') return notAsked;
  const words = categories.map((each) => each.replaceAll('_', ' ')).join(' or ');
  if (!facts.hazards.some(({ category }) => categories.includes(category)))
    return notApplicable(`No hazard is ${words}.`);
  const all = parts(saidIn(facts));
  const open = all.filter(([, isThere]) => !isThere).map(([what]) => what);
  const list = (whats: readonly string[]): string => whats.join(' and ');
  return open.length === 0
    ? passed(`The document has ${list(all.map(([what]) => what))}.`)
    : failed(`With ${words} the document has to have ${list(open)}.`);
}

const asbestosSurvey =
  /\basbestos\b[^\n.;]{0,80}\bsurvey|\bsurvey[^\n.;]{0,80}\basbestos\b|\b(?:R&D|(?:refurbishment|demolition)(?: (?:and|or|&) demolition)?) survey/i;

export function asbestosIsSurveyed(facts: Facts): Verdict {
  return requireSaid(facts, ['asbestos', 'demolition'], (said) => [['the asbestos survey', asbestosSurvey.test(said)]]);
}

const airTest = /\b(?:gas|air|atmosphere|atmospheric|oxygen)\b[^\n]{0,60}\b(?:test|monitor|meter|detector|reading)/i;

export function confinedSpaceHasRescueAndTests(facts: Facts): Verdict {
  return requireSaid(facts, ['confined_space'], (said) => [
    ['a rescue plan', isFilled(facts.sections.get('rescue_plan'))],
    ['a test of the air', airTest.test(said) || isFilled(facts.sections.get('gas_test_results'))],
  ]);
}

const noiseLevel = /\d\s*dB(?:\s?\(?[AC]\)?)?(?![a-z])/i;

export function noiseIsAssessed(facts: Facts): Verdict {
  return requireSaid(facts, ['noise'], (said) => [['a noise level in decibels', noiseLevel.test(said)]]);
}

const vibrationLevel = /\d\s*m\/s(?:²|2|\^2)|\bA\(8\)|\b\d+ (?:exposure )?points\b|\btrigger times?\b/i;

export function vibrationIsAssessed(facts: Facts): Verdict {
  return requireSaid(facts, ['vibration'], (said) => [
    ['the vibration in m/s², or trigger times or points', vibrationLevel.test(said)],
  ]);
}

const madeDead = /\b(?:isolat\w+|lock(?:ed)?[ -]?(?:off|out)|prov(?:e|ed|ing) dead|made dead|de-?energi[sz]ed)\b/i;

export function electricityIsIsolated(facts: Facts): Verdict {
  return requireSaid(facts, ['electricity'], (said) => [
    ['how the supply is isolated', madeDead.test(said) || isFilled(facts.sections.get('isolation_arrangements'))],
  ]);
}

const noneNeeded = /\bno temporary works\b/i;

export function temporaryWorksAreCoordinated(facts: Facts): Verdict {
  return requireSaid(facts, ['structural_stability'], (said) => [
    [
      'its temporary works, or that there are none',
      noneNeeded.test(said) || isFilled(facts.sections.get('temporary_works')),
    ],
    [
      'a temporary works coordinator',
      noneNeeded.test(said) || facts.people.some(({ role }) => role === 'temporary_works_coordinator'),
    ],
  ]);
}

const noIgnition =
  /\bignit|\bno (?:smoking|naked|open flame)|\bhot works? (?:permit|banned)|\b(?:ATEX|intrinsically safe|spark[- ]?(?:free|proof))\b|\b(?:earth|bond)(?:ed|ing)\b|\b(?:combustibles?|flammables?)\b[^\n.;]{0,60}\b(?:clear|remov|cover|store|bund|limit|maximum|litres)/i;

/** Asked of a COSHH set too: what it assesses may be what burns. */
export function ignitionIsPrevented(facts: Facts): Verdict {
  const isSet = facts.documentType === 'coshh';
  if (!isSet && !isMethod(facts) && facts.documentType !== 'risk_assessment') return notAsked;
  const flammable = facts.assessments.filter(({ isFlammable }) => isFlammable).map(({ name }) => name);
  const isAtRisk = facts.hazards.some(({ category }) => category === 'fire_explosion');
  if (flammable.length === 0 && !isAtRisk)
    return notApplicable('No hazard is fire explosion, and no substance is flammable.');
  const said = [saidIn(facts), ...facts.assessments.map(({ text }) => text)].join('\n');
  const what = flammable.length > 0 ? flammable.join(' and ') : 'fire explosion';
  return noIgnition.test(said)
    ? passed('The document has how ignition is prevented.')
    : failed(`With ${what} the document has to have how ignition is prevented.`);
}
