/** The blocks of a permit to work (HSG250): details, precautions, acceptance; then hand-back, checks after the work and cancellation. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import { linkedDocuments, valueCell } from './activity.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { boxes, cell, facts, heading, paragraph, text } from './make.ts';
import type { ExportInput } from '../input.ts';
import { photoBlocks } from './photos/photo-parts.ts';
import { leftovers, listOf, objectOf, objectsOf, plain, textOf } from './read.ts';
import { labelOf, timeOf } from './words.ts';

/** What a permit is printed with: of the document that has its form, or of the permit alone. */
export interface PermitFrame {
  readonly linked: ExportInput['linked'];
  readonly sections: readonly JsonObject[];
  readonly timezone: string;
  /** Whether the print may have lines to sign on. */
  readonly isSignable: boolean;
  /** The checks that are demanded after the fire watch. */
  readonly checks: ExportInput['closing_checks'] | undefined;
}

const signatureCell = cell({ kind: 'signature_line', label: 'Name, signature, time' });

/** What is permitted, where and when; the entries of the section of details that say more than the record does. */
export function permitDetails(permit: JsonObject, { linked, sections, timezone }: PermitFrame): readonly Block[] {
  const time = (member: string): string => timeOf(plain(permit[member]), timezone);
  const held = [
    ['Permit number', plain(permit['permit_number'])],
    ['Type of permit', labelOf(plain(permit['permit_type']))],
    ['State', labelOf(plain(permit['state']))],
    ['Location', plain(permit['location'])],
    ['Plant and equipment', plain(permit['plant'])],
    ['Valid from', time('valid_from')],
    ['Valid to', time('valid_to')],
    ['Opened', time('opened_at')],
  ] as const;
  const said = new Set(held.map(([, value]) => value));
  const more = detailEntries(sections).filter(([, value]) => !said.has(value));
  return [
    heading(1, 'Permit details'),
    ...boxes('Permit details', [...held, ...more], 5),
    ...linkedDocuments(permit['linked_document_ids'], linked, 'Linked documents'),
    ...records('Isolations', permit['isolations'], timezone),
    ...records('Gas readings', permit['atmosphere_tests'], timezone),
  ];
}

/** The section whose entries the boxes print. */
export const detailSection = 'permit_details';

function detailEntries(sections: readonly JsonObject[]): readonly (readonly [string, string])[] {
  return sections
    .filter((section) => section['section_type'] === detailSection)
    .flatMap((section) => objectsOf(objectOf(section['data'])['entries']))
    .map((entry) => [labelOf(textOf(entry['key'])), labelOf(textOf(entry['value']))] as const);
}

export function permitAcceptance(permit: JsonObject, { isSignable, timezone }: PermitFrame): readonly Block[] {
  const signed = signatures(permit, isOpen(permit) && isSignable, timezone);
  return [
    heading(1, 'Authorisation and acceptance'),
    ...boxes(
      'Authorisation and acceptance',
      [
        ['Requested by', signed('requested_by', 'requested_at')],
        ['Authorised by: the precautions are in place', signed('authorised_by', 'authorised_at')],
        ['Accepted by the permit holder: understood, and the crew was told', signed('accepted_by', 'accepted_at')],
      ],
      3,
    ),
  ];
}

/** The back: what happened during the work, and how it ended. */
export function permitBack(permit: JsonObject, frame: PermitFrame): readonly Block[] {
  const { isSignable, timezone } = frame;
  const signed = signatures(permit, isOpen(permit) && isSignable, timezone);
  const during = (['suspensions', 'extensions', 'handovers'] as const).flatMap((member) =>
    listOf(permit[member]).map((entry) => [singular[member], valueCell(entry, timezone)] as const),
  );
  return [
    heading(1, 'Hand-back and cancellation'),
    ...boxes(
      'Interruptions and checks',
      [
        ...during,
        ['Fire watch', valueCell(withPhotosCounted(permit['fire_watch']), timezone)],
        ['Final check', valueCell(permit['final_check'], timezone)],
      ],
      3,
    ),
    ...watchPhotos(permit['fire_watch']),
    ...closingChecks(permit, frame),
    ...boxes(
      'Hand-back and cancellation',
      [
        ['Work complete, area safe and tidy: permit holder', signed('work_complete_by', 'work_complete_at')],
        ['Isolations reinstated', timeOf(plain(permit['isolations_reinstated_at']), timezone)],
        ending(permit, signed),
      ],
      3,
    ),
    ...boxes(
      'Closure',
      [
        ['Closure notes', plain(permit['closure_notes'])],
        ['Exception accepted', valueCell(permit['closure_exception'], timezone)],
        ['Log', log(permit['events'], timezone)],
      ],
      3,
    ),
    ...facts(
      'More about this permit',
      leftovers(permit, shown).map(([name, words]) => [name, timeOf(words, timezone)] as const),
    ),
  ];
}

/** On paper the end of any permit is its cancellation; the record of one that was closed says so. */
function ending(permit: JsonObject, signed: ReturnType<typeof signatures>): readonly [string, Cell] {
  const words = permit['closed_at'] ? 'Closed' : 'Cancelled';
  const [by, at] = permit['cancelled_at'] ? ['cancelled_by', 'cancelled_at'] : ['closed_by', 'closed_at'];
  return [`${words}: the permit is no longer valid`, signed(by, at)];
}

/** Nobody writes on more lines than that. */
const mostLines = 9;

/** Those that were made, and a line for each that is still due. */
function closingChecks(permit: JsonObject, { checks, isSignable, timezone }: PermitFrame): readonly Block[] {
  const made = objectsOf(permit['closing_checks']);
  const { minutes = 0, every = 1 } = checks ?? {};
  const left = isOpen(permit) && isSignable ? Math.min(mostLines, Math.ceil(minutes / every)) - made.length : 0;
  const name = (i: number): string => `Check ${i + 1} after the fire watch`;
  const entries: readonly (readonly [string, Cell])[] = [
    ...made.map((check, i) => [name(i), checkCell(check, timezone)] as const),
    ...Array.from({ length: Math.max(0, left) }, (_, i) => [name(made.length + i), signatureCell] as const),
  ];
  if (entries.length === 0) return [];
  const rule = `The place is checked for ${minutes} minutes after the fire watch, at most ${every} minutes apart.`;
  return [...(minutes > 0 ? [paragraph(rule)] : []), ...boxes('Checks after the fire watch', entries, 3)];
}

function checkCell(check: JsonObject, timezone: string): Cell {
  const by = [plain(check['checked_by']), timeOf(plain(check['checked_at']), timezone)].filter(Boolean).join(', ');
  return { parts: [text(by, 'strong'), ...(check['findings'] ? [text(plain(check['findings']))] : [])] };
}

const singular = { suspensions: 'Suspension', extensions: 'Extension', handovers: 'Handover' } as const;

const shown =
  `permit_number permit_type state location plant valid_from valid_to requested_by requested_at authorised_by authorised_at
accepted_by accepted_at opened_at suspensions extensions handovers isolations isolations_reinstated_at atmosphere_tests work_complete_at
work_complete_by fire_watch final_check closing_check_minutes closing_check_every_minutes closing_checks closed_by closed_at cancelled_by
cancelled_at closure_exception closure_notes linked_document_ids events`.split(/\s+/);

function isOpen(permit: JsonObject): boolean {
  return !['closed', 'cancelled', 'expired'].includes(plain(permit['state']));
}

/** Who and when; a line to sign on paper where nobody has and somebody still may. */
function signatures(permit: JsonObject, isSignable: boolean, timezone: string) {
  return (by: string, at: string): Cell => {
    const parts: Part[] = [
      ...(permit[by] ? [text(plain(permit[by]), 'strong')] : []),
      ...(permit[at] ? [text(timeOf(plain(permit[at]), timezone))] : []),
    ];
    if (parts.length > 0) return { parts };
    return isSignable ? signatureCell : cell(text('Not recorded', 'muted'));
  };
}

function log(held: Json | undefined, timezone: string): string {
  return objectsOf(held)
    .map((entry) => {
      const event = plain(entry['event']).replace('.', '_');
      return [timeOf(plain(entry['at']), timezone), labelOf(event)].filter(Boolean).join(': ');
    })
    .join('; ');
}

function records(name: string, held: Json | undefined, timezone: string): readonly Block[] {
  const entries = listOf(held).filter(isJsonObject);
  if (entries.length === 0) return [];
  return [
    heading(2, name),
    ...entries.flatMap((entry) =>
      boxes(
        name,
        leftovers(entry, []).map(([label, words]) => [label, timeOf(words, timezone)] as const),
        6,
      ),
    ),
  ];
}

/** What the place was like, by who kept the watch. */
function watchPhotos(watch: Json | undefined): readonly Block[] {
  const ids = isJsonObject(watch) ? listOf(watch['photo_ids']).map(plain) : [];
  const photos = ids.map((id, i) => ({ id, caption: `Fire watch, photo ${i + 1} of ${ids.length}` }));
  return photoBlocks({ photos });
}

/** Photos by their number: their ids say nothing on paper. */
function withPhotosCounted(watch: Json | undefined): Json | undefined {
  if (!isJsonObject(watch) || !Array.isArray(watch['photo_ids'])) return watch;
  const { photo_ids, ...others } = watch;
  return { ...others, photos: listOf(photo_ids).length };
}
