/**
 * The input of the compliance rules, extracted from a document's records (contract, Compliance check). Tolerates content of any shape: what
 * cannot be read counts as not given.
 */
import type { JsonObject } from '../base/json.ts';
import { flagCodes } from '../model/coshh-flags.ts';
import { riskOf } from '../model/risk.ts';
import type { Settings } from '../model/settings.ts';
import { sectionsByType, type Section } from './sections.ts';
import { list, members, number, textIn, words } from './text.ts';

/** Current bodies of the records; entries in order. */
export interface ComplianceInput {
  readonly document: JsonObject;
  readonly sections: readonly JsonObject[];
  readonly hazards: readonly JsonObject[];
  readonly coshh: readonly JsonObject[];
  readonly personnel: readonly JsonObject[];
  /** The site that the document names, if any. */
  readonly site: JsonObject | null;
  /** YYYY-MM-DD: the day on which cards must be in date. */
  readonly today: string;
  readonly settings: Pick<Settings, 'permit' | 'signoff'>;
}

export interface Hazard {
  readonly name: string;
  readonly category: string;
  readonly permitType: string;
  /** 1 to 25; null if it is not rated. */
  readonly before: number | null;
  readonly after: number | null;
  readonly severityFell: boolean;
  readonly controls: number;
  /** Elimination, substitution or engineering. */
  readonly hasStrongControl: boolean;
  readonly isAccepted: boolean;
  /** Young people are considered. */
  readonly mindsTheYoung: boolean;
  /** What it says of itself and its controls. */
  readonly text: string;
}

export interface Assessment {
  readonly name: string;
  readonly sensitisesOrCausesCancer: boolean;
  /** Yes, or no with a reason. */
  readonly surveillanceDecided: boolean;
  readonly hasTightFittingRpe: boolean;
  readonly fitTestRequired: boolean;
  readonly isFlammable: boolean;
  /** What it says of storage, fire and controls among the rest. */
  readonly text: string;
}

export interface Person {
  readonly name: string;
  readonly role: string;
  readonly isYoung: boolean;
  readonly restrictions: number;
  readonly cards: readonly Card[];
}

export interface Card {
  readonly scheme: string;
  /** YYYY-MM-DD, or empty if not given. */
  readonly expiresOn: string;
  readonly isVerified: boolean;
}

export interface Facts {
  readonly documentType: string;
  readonly today: string;
  readonly settings: ComplianceInput['settings'];
  readonly sections: ReadonlyMap<string, Section>;
  readonly hazards: readonly Hazard[];
  readonly assessments: readonly Assessment[];
  readonly people: readonly Person[];
  readonly permit: JsonObject | null;
  readonly site: JsonObject | null;
  /** YYYY-MM-DD: the last day of the work, or of the permit; empty if not given. */
  readonly workEndsOn: string;
}

export function factsOf(input: ComplianceInput): Facts {
  const { document, today, settings, site } = input;
  const permit = members(document['permit']);
  return {
    documentType: words(document['document_type']),
    today,
    settings,
    sections: sectionsByType(input.sections),
    hazards: input.hazards.map(hazardOf),
    assessments: input.coshh.map(assessmentOf),
    people: input.personnel.map(personOf),
    permit: Object.keys(permit).length > 0 ? permit : null,
    site,
    workEndsOn: dayOf(document['work_ends_on']) || dayOf(permit['valid_to']),
  };
}

/** Of a day or a moment; empty for anything else. */
function dayOf(value: unknown): string {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(words(value))?.[0] ?? '';
}

const strong: ReadonlySet<unknown> = new Set(['elimination', 'substitution', 'engineering']);

function hazardOf(body: JsonObject): Hazard {
  const [severity, likelihood] = [number(body['severity_before']), number(body['likelihood_before'])];
  const [severityAfter, likelihoodAfter] = [number(body['severity_after']), number(body['likelihood_after'])];
  const controls = list(body['controls']).map(members);
  const { name, description, who_at_risk: atRisk, who_at_risk_codes: codes } = body;
  return {
    name: words(name) || 'unnamed hazard',
    category: words(body['category']),
    permitType: words(body['permit_type']),
    before: riskOf(severity, likelihood),
    after: riskOf(severityAfter, likelihoodAfter),
    severityFell: severity !== null && severityAfter !== null && severityAfter < severity,
    controls: controls.filter(({ description: what }) => words(what)).length,
    hasStrongControl: controls.some(({ hierarchy_level: level }) => strong.has(level)),
    isAccepted: words(members(body['residual_acceptance'])['text']) !== '',
    text: textIn([name, description, controls]),
    mindsTheYoung:
      list(codes).includes('young_persons') || /\byoung\b/i.test(textIn([name, description, atRisk, controls])),
  };
}

const surveyed = ['is_skin_sensitiser', 'is_respiratory_sensitiser', 'is_carcinogen_mutagen'] as const;

function assessmentOf(body: JsonObject): Assessment {
  const codes = list(body['hazard_statements']).map((statement) => words(members(statement)['code']));
  const rpe = members(body['rpe']);
  const required = body['health_surveillance_required'];
  return {
    name: words(body['substance_name']) || 'unnamed substance',
    sensitisesOrCausesCancer: surveyed.some((flag) => isFlagged(body, flag, codes)),
    surveillanceDecided: required === true || (required === false && words(body['health_surveillance_detail']) !== ''),
    hasTightFittingRpe: /ffp[123]|half.?mask|full.?face|tight/i.test(words(rpe['type'])),
    fitTestRequired: rpe['fit_test_required'] === true,
    isFlammable: isFlagged(body, 'is_flammable_dsear', codes),
    text: textIn(body),
  };
}

/** The assessor's statement on a substance overrides its codes. */
function isFlagged(body: JsonObject, flag: keyof typeof flagCodes, codes: readonly string[]): boolean {
  const stated = body[flag];
  return typeof stated === 'boolean' ? stated : codes.some((each) => flagCodes[flag].test(each));
}

function personOf(body: JsonObject): Person {
  return {
    name: words(body['name']) || 'an unnamed person',
    role: words(body['role']),
    isYoung: body['young_person'] === true,
    restrictions: list(body['restrictions']).filter((each) => words(each)).length,
    cards: list(body['competence_cards'])
      .map(members)
      .map((card) => ({
        scheme: words(card['scheme']) || 'card',
        expiresOn: dayOf(card['expires_on']),
        isVerified: !['', 'unverified'].includes(words(card['verification'])),
      })),
  };
}
