/** One permit to work as a record, for a pack: its details, who issued and accepted it, and how it ended. */
import type { PermitSheetInput } from '../../report-input.ts';
import { boxes, dense, heading, paragraph } from '../make.ts';
import { permitAcceptance, permitBack, permitDetails } from '../permit.ts';
import { plain } from '../read.ts';
import { labelOf } from '../words.ts';
import { clocksAhead, placeBoxes, placeName, plainChip, projectReference, type Report, zoneOf } from './frame.ts';

/** Of the record, but not of the form that a permit document has; the log says the same as what it led to. */
const bookkeeping = [
  'project_id',
  'site_id',
  'document_id',
  'title',
  'log',
  'reminded',
  'issuer',
  'holder',
  'events',
  'attachments',
  'ahead',
];
const words = ['description', 'hazards', 'precautions', 'ppe'] as const;

export function permitSheet(input: PermitSheetInput): Report {
  const { permit, linked } = input;
  const number = plain(permit['permit_number']) || 'No number';
  const rest = Object.fromEntries(
    Object.entries(permit).filter(([name]) => !bookkeeping.includes(name) && !words.some((each) => each === name)),
  );
  const printed = { linked, sections: [], timezone: zoneOf(input), isSignable: false, checks: null };
  const told = boxes(
    'Work and precautions',
    words.map((member) => [labelOf(member), plain(permit[member])] as const),
    2,
  );
  return {
    name: 'Permit to work',
    title: [number, plain(permit['title']) || labelOf(plain(permit['permit_type']))].join(': '),
    identity: `${projectReference(input)}  ·  ${placeName(input)}`,
    status: { ...plainChip, text: labelOf(plain(permit['state'])).toUpperCase() || 'NOT RECORDED' },
    isLandscape: false,
    blocks: [
      ...placeBoxes(input, 'Where', 3),
      ...dense([
        ...permitDetails(rest, printed),
        ...(told.length > 0 ? [heading(2, 'Work and precautions'), ...told] : []),
        ...permitAcceptance(rest, printed),
        ...permitBack(rest, printed),
        ...clocksAhead(permit, zoneOf(input)).map((each) => paragraph(each, 'alarm')),
      ]),
    ],
  };
}
