/**
 * The incident sheet: everything that form F2508 of the HSE asks (RIDDOR 2013), in its order. What the record does not have is said to be
 * not recorded, so that the person who fills in the form sees what to ask for.
 */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { IncidentSheetInput } from '../../report-input.ts';
import type { Block, Cell } from '../blocks.ts';
import { cell, facts, heading, paragraph, table, text } from '../make.ts';
import { photoBlocks } from '../photos/photo-parts.ts';
import { listOf, numberOf, objectOf, objectsOf, plain } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';
import { plainChip, projectReference, recorded, type Report, zoneOf } from './frame.ts';

type Fact = readonly [name: string, value: Cell];

/** For those who may not manage incidents it is not unknown. */
const withheld = cell(text('Withheld: a personal detail', 'muted'));

export function incidentSheet(input: IncidentSheetInput): Report {
  const { incident, isWhole } = input;
  const reference = plain(incident['reference']) || 'No reference';
  return {
    name: 'Incident sheet',
    title: [reference, labelOf(plain(incident['incident_type'])) || 'Incident'].join(': '),
    identity: [projectReference(input), plain(input.project['name'])].filter(Boolean).join('  ·  '),
    status: { ...plainChip, text: isWhole ? 'CONFIDENTIAL' : 'WITHOUT PERSONAL DETAILS' },
    isLandscape: false,
    blocks: [
      ...aboutYou(input),
      ...aboutTheIncident(input),
      ...aboutTheInjured(input),
      ...accident(input),
      ...report(input),
      ...afterwards(input),
    ].map((block) => (block.kind === 'table' ? { ...block, dense: true } : block)),
  };
}

function aboutYou({ incident, reporter, isWhole, organisation, industry }: IncidentSheetInput): readonly Block[] {
  const isAnonymous = incident['anonymous'] === true;
  const name = plain(objectOf(incident['reported_by'])['name']);
  const ofReporter = (member: string): Cell => (isWhole ? recorded(plain(reporter?.[member])) : withheld);
  const you: readonly Fact[] = isAnonymous
    ? [['Reported by', cell('Anonymous report: nobody is named')]]
    : [
        ['Reported by', recorded(name)],
        ['Job title', ofReporter('job_title')],
        ['Telephone', ofReporter('phone')],
        ['E-mail', ofReporter('email')],
      ];
  return [
    heading(1, 'About you and your organisation'),
    ...facts('About you and your organisation', [
      ...you,
      ['Organisation', recorded(organisation.name)],
      ['Address', recorded(plain(organisation.registered_address))],
      ['Telephone of the organisation', recorded(plain(organisation.phone))],
      ['Main industry', recorded(industry ?? '')],
    ]),
  ];
}

function aboutTheIncident(input: IncidentSheetInput): readonly Block[] {
  const { incident, site, document } = input;
  const timezone = zoneOf(input);
  const [day = '', time = ''] = timeOf(plain(incident['occurred_at']), timezone).split(', ');
  const address = ['name', 'address', 'city', 'postcode'].map((member) => plain(site?.[member])).filter(Boolean);
  const severity = (member: string): Cell => {
    const rating = numberOf(incident[member]);
    return recorded(rating === null ? '' : `${rating} of 5`);
  };
  return [
    heading(1, 'About the incident'),
    ...facts('About the incident', [
      ['Date', recorded(day)],
      ['Time', recorded(time)],
      ['Reported', recorded(timeOf(plain(incident['reported_at']), timezone))],
      ['Where on the site', recorded(plain(incident['location']))],
      ['Address', recorded(address.join(', '))],
      ['Local authority', recorded(plain(incident['local_authority']))],
      ['Department or activity', recorded(plain(incident['activity']))],
      ['Under', recorded(document ?? '', 'No document is named')],
      ['State of this record', cell(labelOf(plain(incident['status'])))],
      ['Potential severity', severity('potential_severity')],
      ['Actual severity', severity('actual_severity')],
    ]),
  ];
}

function aboutTheInjured({ incident, isWhole }: IncidentSheetInput): readonly Block[] {
  const injured = objectsOf(incident['injured_persons']);
  if (injured.length === 0)
    return [heading(1, 'About the injured person'), paragraph('Nobody is recorded as injured.', 'muted')];
  return injured.flatMap((person, i) => [
    heading(1, injured.length > 1 ? `About injured person ${i + 1} of ${injured.length}` : 'About the injured person'),
    ...facts('About the injured person and the injury', injuredFacts(person, isWhole)),
  ]);
}

function injuredFacts(person: JsonObject, isWhole: boolean): readonly Fact[] {
  // Only holders of incidents:manage read these; for others they are not unknown, but withheld.
  const personal = (words: string): Cell => (isWhole ? recorded(words) : withheld);
  const days = numberOf(person['days_lost']);
  return [
    ['Name', personal(plain(person['name']))],
    [
      'Home address and telephone',
      personal([plain(person['address']), plain(person['phone'])].filter(Boolean).join(', ')),
    ],
    ['Age', personal(plain(person['age']))],
    ['Sex', personal(labelOf(plain(person['sex'])))],
    ['Job title', personal(plain(person['job_title']))],
    ['At work as', recorded(statuses[plain(person['person_type'])] ?? labelOf(plain(person['person_type'])))],
    ['Kind of injury', recorded(labelOf(plain(person['injury_severity'])))],
    ['Part of the body', personal(plain(person['body_part']))],
    ['Days lost, without the day of the accident', personal(days === null ? '' : String(days))],
    ['Taken from the scene to hospital', personal(plain(person['taken_to_hospital']))],
    ['Became unconscious', personal(plain(person['became_unconscious']))],
    ['Needed resuscitation', personal(plain(person['needed_resuscitation']))],
    ['In hospital for more than 24 hours', personal(plain(person['in_hospital_over_24_hours']))],
  ];
}

/** As the form asks for it. */
const statuses: Readonly<Record<string, string>> = {
  employee: 'Employee of the organisation',
  agency: 'Agency worker',
  subcontractor: 'Employed by somebody else, a subcontractor',
  self_employed: 'Self-employed and at work',
  visitor: 'Not at work: a visitor',
  public: 'Not at work: a member of the public',
  young_person: 'Young person at work',
};

function accident({ incident }: IncidentSheetInput): readonly Block[] {
  const type = plain(incident['incident_type']);
  return [
    heading(1, 'What happened'),
    ...facts('What happened', [
      ['Kind of accident', recorded(labelOf(type))],
      ['Dangerous occurrence', cell(type === 'dangerous_occurrence' ? 'Yes, reported as one' : 'Not reported as one')],
      ['What happened', recorded(plain(incident['description']))],
      ['What was done at once', recorded(plain(incident['immediate_actions']))],
    ]),
    ...photoBlocks({
      photos: objectsOf(incident['photos']).map((photo) => ({ ...photo, caption: plain(photo['name']) })),
    }),
  ];
}

/** The helper's answer beside a person's decision: the server never decides. */
function report(input: IncidentSheetInput): readonly Block[] {
  const { incident, isWhole } = input;
  const personal = (known: Cell): Cell => (isWhole ? known : withheld);
  const decided = plain(incident['riddor_category']);
  const suggested = plain(incident['riddor_suggested']);
  const due = plain(incident['riddor_due_on']);
  return [
    heading(1, 'Report to the HSE (RIDDOR 2013)'),
    ...facts('Report to the HSE', [
      [
        'Decided by a person',
        decided === '' || decided === 'undetermined' ? cell('Not decided yet') : cell(labelOf(decided)),
      ],
      ['The recorded facts suggest', personal(cell(suggested ? labelOf(suggested) : 'No report'))],
      ['Report due by', personal(due ? cell(text(timeOf(due), 'strong')) : cell('No date: nothing is due'))],
      ['Reasons', recorded(plain(incident['riddor_rationale']))],
      ['Diagnosed on', recorded(timeOf(plain(incident['diagnosed_on'])))],
      ['F2508 reference', recorded(plain(incident['f2508_reference']))],
    ]),
  ];
}

function afterwards(input: IncidentSheetInput): readonly Block[] {
  const { incident } = input;
  const timezone = zoneOf(input);
  const investigation = objectOf(incident['investigation']);
  const tasks = objectsOf(investigation['actions']);
  const notes = objectsOf(incident['notes']);
  const causes = listOf(investigation['contributory']).map(plain).filter(Boolean);
  const found: readonly Fact[] = [
    ['Led by', cell(plain(objectOf(investigation['lead'])['name']))],
    ['Root cause', cell(plain(investigation['root_cause']))],
    ['What contributed', cell(...causes.map((words) => text(words)))],
    ['Closed', cell(timeOf(plain(incident['closed_at']), timezone))],
  ];
  return [
    heading(1, 'Investigation'),
    ...(found.some(([, { parts }]) => parts.length > 0)
      ? facts('Investigation', found)
      : [paragraph('Nothing is recorded of an investigation.', 'muted')]),
    ...(tasks.length > 0
      ? [
          heading(2, 'Actions'),
          table('Actions that follow from the incident', tasks, [
            ['Action', 50, (task) => plain(task['text'])],
            ['By', 20, (task) => plain(objectOf(task['owner'])['name']) || text('Nobody named', 'muted')],
            ['Due', 15, (task) => timeOf(plain(task['due_on'])) || text('No date', 'muted')],
            ['Done', 15, (task) => timeOf(plain(task['done_on'])) || text('Not yet', 'alarm')],
          ]),
        ]
      : []),
    ...(notes.length > 0
      ? [
          heading(2, 'Notes'),
          table('Notes on the incident', notes, [
            ['When', 22, (note) => timeOf(plain(note['at']), timezone)],
            ['By', 20, (note) => plain(objectOf(note['by'])['name'])],
            ['Note', 58, (note) => plain(note['text'])],
          ]),
        ]
      : []),
  ];
}
