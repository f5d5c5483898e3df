/**
 * The 34 rules of the compliance check, each with its function; titles, legal references and weights are in
 * `reference/compliance-rules.json`.
 */
import * as general from './rules/general.ts';
import * as method from './rules/ground-and-method.ts';
import * as hazards from './rules/hazards.ts';
import * as lifting from './rules/height-and-lifting.ts';
import * as hotWork from './rules/hot-work.ts';
import * as people from './rules/people.ts';
import * as special from './rules/special-risks.ts';
import * as substances from './rules/substances.ts';
import type { Rule } from './verdict.ts';

export const rules = {
  'GEN-01': general.requiredSectionsAreFilled,
  'GEN-02': general.scopeSaysWhatIsExcluded,
  'GEN-03': general.emergencyArrangementsAreComplete,
  'GEN-04': general.emergencyDetailsAgreeWithSite,
  'HAZ-01': hazards.hazardsAreEnough,
  'HAZ-02': hazards.controlsAreEnough,
  'HAZ-03': hazards.highRisksHaveStrongControls,
  'HAZ-04': hazards.residualsDoNotExceedInitials,
  'HAZ-05': hazards.noResidualIsVeryHigh,
  'HAZ-06': hazards.severityFallsByStrongControls,
  'HAZ-07': hazards.highResidualsAreAccepted,
  'WAH-01': lifting.heightHasRescuePlan,
  'LFT-01': lifting.liftingIsArranged,
  'EXC-01': method.excavationHasServicesAndPermit,
  'HOT-01': hotWork.fireWatchIsLongEnough,
  'HOT-02': hotWork.finalCheckIsLateEnough,
  'SUB-01': substances.substancesAreAssessed,
  'SUB-02': substances.surveillanceIsDecided,
  'SUB-03': substances.fitTestsAreRequired,
  'PER-01': people.rolesAreNamed,
  'PER-02': people.cardsAreInDate,
  'PER-03': people.cardsAreVerified,
  'SEQ-01': method.highRiskSequenceHasHoldPoints,
  'WTH-01': lifting.weatherLimitsAreNumbers,
  'CHG-01': method.changeRuleIsStated,
  'BRF-01': method.briefingChecksUnderstanding,
  'VUL-01': people.youngWorkersAreMinded,
  'ASB-01': special.asbestosIsSurveyed,
  'CSP-01': special.confinedSpaceHasRescueAndTests,
  'NOI-01': special.noiseIsAssessed,
  'VIB-01': special.vibrationIsAssessed,
  'ELE-01': special.electricityIsIsolated,
  'TWK-01': special.temporaryWorksAreCoordinated,
  'DSE-01': special.ignitionIsPrevented,
} as const satisfies Readonly<Record<string, Rule>>;
export type RuleId = keyof typeof rules;
export const ruleIds = Object.keys(rules) as RuleId[]; // its own names
