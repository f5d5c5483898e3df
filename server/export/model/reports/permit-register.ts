/** The permit register: each permit of a project or a site in a row, in the order of time, with what became of it and by whom. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { permitStates } from '../../../../shared/resources/permit/states.ts';
import type { PermitRegisterInput } from '../../report-input.ts';
import type { Block, Cell, Part } from '../blocks.ts';
import { cell, dense, heading, paragraph, table, text } from '../make.ts';
import { objectOf, objectsOf, plain } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';
import {
  clocksAhead,
  happened,
  placeBoxes,
  placeName,
  plainChip,
  projectReference,
  type Report,
  zoneOf,
} from './frame.ts';

export function permitRegister(input: PermitRegisterInput): Report {
  const rows = inOrder(input.permits);
  return {
    name: 'Permit register',
    title: placeName(input),
    identity: [projectReference(input), choiceOf(input)].join('  ·  '),
    status: { ...plainChip, text: `${rows.length} ${rows.length === 1 ? 'PERMIT' : 'PERMITS'}` },
    isLandscape: true,
    blocks: [...placeBoxes(input, 'What this register is about'), ...dense(bodyOf(input, rows))],
  };
}

/** By when it is valid from, else by when it was requested or made. */
export function startOf(permit: JsonObject): string {
  return plain(permit['valid_from']) || plain(permit['requested_at']) || plain(permit['created_at']);
}

function inOrder(permits: readonly JsonObject[]): readonly JsonObject[] {
  const key = (permit: JsonObject): string => `${startOf(permit)} ${plain(permit['permit_number'])}`;
  return permits.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What was asked for, in words. */
function choiceOf({ from, until, states }: PermitRegisterInput): string {
  const dates = [from && `from ${timeOf(from)}`, until && `until ${timeOf(until)}`].filter(Boolean).join(' ');
  const wanted = states.map((state) => labelOf(state).toLowerCase()).join(', ');
  const parts = [dates && `In force ${dates}`, wanted && `State: ${wanted}`].filter(Boolean);
  return parts.length > 0 ? parts.join('  ·  ') : 'All permits';
}

function bodyOf(input: PermitRegisterInput, rows: readonly JsonObject[]): readonly Block[] {
  const isChoice = input.from !== null || input.until !== null || input.states.length > 0;
  if (rows.length === 0)
    return [
      heading(1, 'Permits'),
      paragraph(
        isChoice ? 'No permit was in force at that time in these states.' : 'No permit to work has been recorded.',
        'muted',
      ),
    ];
  const timezone = zoneOf(input);
  const time = (stamp: string): string => timeOf(stamp, timezone);
  const hasSites = input.site === null && Object.keys(input.sites).length > 1;
  return [
    heading(1, `Permits: ${sums(rows)}`),
    table('Permits to work, in the order of time', rows, [
      [
        'Permit',
        15,
        (permit) =>
          cell(text(plain(permit['permit_number']) || 'No number', 'strong'), labelOf(plain(permit['permit_type']))),
      ],
      [
        'Work and place',
        24,
        (permit) =>
          cell(
            plain(permit['title']) || plain(permit['description']),
            plain(permit['location']),
            hasSites ? text(input.sites[plain(permit['site_id'])] ?? 'No site', 'muted') : null,
          ),
      ],
      ['Holder', 12, (permit) => person(permit, 'holder')],
      ['Issuer', 12, (permit) => person(permit, 'issuer')],
      ['Valid from', 12, (permit) => time(plain(permit['valid_from'])) || text('Not set', 'muted')],
      ['Valid to', 12, (permit) => time(plain(permit['valid_to'])) || text('Not set', 'muted')],
      ['State', 12, (permit) => stateCell(plain(permit['state']))],
      ['What happened', 42, (permit) => ({ parts: [...eventParts(permit, time), ...aheadParts(permit, timezone)] })],
    ]),
  ];
}

function person(permit: JsonObject, member: string): string | Part {
  return plain(objectOf(permit[member])['name']) || text('Nobody yet', 'muted');
}

/** “2 open, 1 closed”, in the order of a permit's life. */
function sums(rows: readonly JsonObject[]): string {
  const counts = Map.groupBy(rows, ({ state }) => plain(state));
  return permitStates
    .flatMap((state) =>
      counts.has(state) ? [`${counts.get(state)?.length ?? 0} ${labelOf(state).toLowerCase()}`] : [],
    )
    .join(', ');
}

const tints: Readonly<Record<string, string>> = { open: '#DDF3E4', suspended: '#FFF0C2', expired: '#FBD9DD' };

/** Words first: the colour only helps to find them. */
function stateCell(state: string): Cell {
  const held = cell(text(labelOf(state) || 'Not recorded', 'strong'));
  const fill = Object.hasOwn(tints, state) ? tints[state] : undefined;
  return fill === undefined ? held : { ...held, fill };
}

function aheadParts(permit: JsonObject, timezone: string): readonly Part[] {
  return clocksAhead(permit, timezone).map((words) => text(words, 'alarm'));
}

/** What became of a permit after it was issued, in the order of its life. */
function eventParts(permit: JsonObject, time: (stamp: string) => string): readonly Part[] {
  const at = (record: JsonObject, member: string): string => time(plain(record[member]));
  const by = (record: JsonObject, member: string): string => plain(objectOf(record[member])['name']);
  const done = (what: string, member: string, note = ''): readonly Part[] =>
    happened(what, { at: at(permit, `${member}_at`), by: by(permit, `${member}_by`), note });
  return [
    ...done('Requested', 'requested').slice(0, permit['authorised_at'] ? 0 : 1),
    ...done('Opened', 'opened'),
    ...objectsOf(permit['suspensions']).flatMap((each) => [
      ...happened('Suspended', {
        at: at(each, 'suspended_at'),
        by: by(each, 'suspended_by'),
        note: plain(each['reason']),
      }),
      ...happened('Resumed', { at: at(each, 'resumed_at'), by: by(each, 'resumed_by') }),
    ]),
    ...objectsOf(permit['extensions']).flatMap((each) =>
      happened('Extended', {
        at: at(each, 'at'),
        by: by(each, 'by'),
        note: [at(each, 'from'), at(each, 'to')].filter(Boolean).join(' to '),
      }),
    ),
    ...objectsOf(permit['handovers']).flatMap((each) =>
      happened(`${labelOf(plain(each['role'])) || 'Part'} handed over`, {
        at: at(each, 'at'),
        by: [by(each, 'from'), by(each, 'to')].filter(Boolean).join(' to '),
      }),
    ),
    ...done('Handed back', 'work_complete'),
    ...done('Closed', 'closed', permit['closure_exception'] ? 'with an exception' : ''),
    ...done('Cancelled', 'cancelled', plain(permit['cancel_reason'])),
    ...happened('Expired', { at: at(permit, 'expired_at'), by: '' }),
  ];
}
