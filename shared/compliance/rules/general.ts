/** GEN: what every document of a type must contain (contract, Compliance check). */
import type { Facts } from '../facts.ts';
import { isFilled, labelOf, requiredSections } from '../sections.ts';
import { agree, detailsOf, type EmergencyDetail } from '../emergency.ts';
import { words } from '../text.ts';
import {
  count,
  failed,
  isMethod,
  names,
  notApplicable,
  onlyForMethods,
  passed,
  quoted,
  type Verdict,
} from '../verdict.ts';

export function requiredSectionsAreFilled({ documentType, sections }: Facts): Verdict {
  const required = requiredSections(documentType);
  if (required.length === 0) return notApplicable('Documents of this type have no required sections.');
  const open = required.filter((type) => !isFilled(sections.get(type)));
  if (open.length === 0)
    return passed(`${count(required.length, 'required section')} of ${required.length} there and filled.`);
  return failed(
    `${open.length} of ${count(required.length, 'required section')} missing or not filled: ${names(open.map(labelOf))}.`,
    1 - open.length / required.length,
  );
}

const exclusions =
  /\bnot includ|\bexclud|\bexclusions?\b(?! zones?)|\b(?:out of|outside(?: of)?|beyond) (?:the |this )?scope|\bnot (?:part of|covered)|\bdoes not (?:include|cover)/i;

export function scopeSaysWhatIsExcluded(facts: Facts): Verdict {
  if (!isMethod(facts)) return onlyForMethods;
  const scope = facts.sections.get('scope_of_works');
  if (!scope?.text) return failed('There is no scope of works that could say what is excluded.');
  return exclusions.test(scope.text)
    ? passed('The scope says what is not included.')
    : failed('The scope does not say what is not included.');
}

const emergencyParts: Readonly<Record<EmergencyDetail, string>> = {
  first_aider: 'first aider',
  assembly_point: 'assembly point',
  nearest_hospital: 'hospital',
};

/** Document types whose template requires emergency arrangements. */
const notAsked = notApplicable('Documents of this type need no emergency arrangements of their own.');
const isAsked = ({ documentType }: Facts): boolean => requiredSections(documentType).includes('emergency_arrangements');

export function emergencyArrangementsAreComplete(facts: Facts): Verdict {
  if (!isAsked(facts)) return notAsked;
  const details = detailsOf(facts.sections.get('emergency_arrangements'));
  const parts = Object.entries(emergencyParts);
  // The entries' keys are those of the object above.
  const open = parts.filter(([part]) => !details[part as EmergencyDetail]).map(([, name]) => name);
  return open.length === 0
    ? passed('First aider, assembly point and hospital are named.')
    : failed(`${open.length} of ${parts.length} not named in the emergency arrangements: ${open.join(', ')}.`);
}

export function emergencyDetailsAgreeWithSite(facts: Facts): Verdict {
  if (!isAsked(facts)) return notAsked;
  const { site } = facts;
  if (!site) return notApplicable('There is no site record to compare with.');
  const details = detailsOf(facts.sections.get('emergency_arrangements'));
  const pairs = [
    { what: 'assembly point', said: details.assembly_point, kept: words(site['emergency_assembly_point']) },
    {
      what: 'hospital',
      said: details.nearest_hospital,
      kept: [site['nearest_hospital'], site['nearest_hospital_address']].map(words).join(' ').trim(),
    },
  ].filter(({ said, kept }) => said !== '' && kept !== '');
  if (pairs.length === 0) return notApplicable('Document and site record have no emergency detail in common.');
  const apart = pairs.filter(({ said, kept }) => !agree(said, kept));
  if (apart.length === 0) return passed(`As in the site record: ${pairs.map(({ what }) => what).join(' and ')}.`);
  const told = apart.map(({ what, said, kept }) => `${what} ${quoted(said)}, site record ${quoted(kept)}`);
  return failed(
    `${apart.length} of ${count(pairs.length, 'emergency detail')} differ from the site record: ${told.join('; ')}.`,
  );
}
