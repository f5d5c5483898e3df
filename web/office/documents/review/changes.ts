/** What differs between the approved content of a document and its draft, in plain words, entry by entry. */
import type { Json } from '../../../../shared/base/json.ts';
import { saysTheSame } from '../../../../shared/crypto/canonical.ts';
import { asWords, readable } from '../../../ui/status.ts';
import type { PlaceName } from '../../base/sites.ts';
import { fullText, registered } from '../plain-text.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  /** Of the field. */
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export interface ChangedEntry {
  readonly key: string;
  /** Where a comment on it goes; '' = to the document as a whole. */
  readonly place: string;
  readonly title: string;
  readonly kind: 'changed' | 'added' | 'removed' | 'safer' | 'less safe';
  readonly changes: readonly Change[];
}

/** Members of a document that hold entries, and what one of them is called. */
const members: readonly (readonly [member: string, word: string, commented: string])[] = [
  ['sections', '', 'section'],
  ['hazards', 'Hazard', 'hazard'],
  ['coshh_assessments', 'COSHH', ''],
  ['personnel', 'Personnel', ''],
];
/** Bookkeeping, and what follows from other fields. */
const ignored = new Set([
  'id',
  'document_id',
  'position',
  'sort_key',
  'created_at',
  'updated_at',
  'created_by',
  'revision',
  'band_before',
  'band_after',
  'expired',
]);

/** Of the document itself. */
export const documentFacts = [
  'title',
  'document_type',
  'reference',
  'project_id',
  'site_id',
  'work_starts_on',
  'work_ends_on',
  'powra',
  'permit',
] as const;

export function changesBetween(before: Fields, after: Fields, placeName: PlaceName): ChangedEntry[] {
  const facts = documentFacts.flatMap((name) => {
    const change = changeOf(name, before, after);
    if (!change) return [];
    if (name !== 'project_id' && name !== 'site_id') return change;
    return inWords(change, (id) => placeName(name, id));
  });
  const head: ChangedEntry[] =
    facts.length === 0 ? [] : [{ key: 'document', place: '', title: 'Document', kind: 'changed', changes: facts }];
  const orders = members.flatMap(([member, word]) => orderOf(word || 'Sections', before[member], after[member]));
  return [
    ...head,
    ...orders,
    ...members.flatMap(([member, word, commented]) =>
      entriesIn(listOf(before[member]), listOf(after[member]), (entry) => about(word, commented, entry)),
    ),
  ];
}

/** The titles of the entries that are the same in both. */
export function unchangedBetween(before: Fields, after: Fields): string[] {
  return members.flatMap(([member, word, commented]) => {
    const old = new Map(listOf(before[member]).map((each) => [each['id'], each]));
    return listOf(after[member]).flatMap((each) => {
      const was = old.get(each['id']);
      return was && changesOf(was, each).length === 0 ? [about(word, commented, each).title] : [];
    });
  });
}

function entriesIn(
  before: readonly Fields[],
  after: readonly Fields[],
  aboutOf: (entry: Fields) => Pick<ChangedEntry, 'key' | 'place' | 'title'>,
): ChangedEntry[] {
  const old = new Map(before.map((each) => [each['id'], each]));
  const kept = new Set(after.map(({ id }) => id));
  const changed = after.flatMap((each): ChangedEntry[] => {
    const was = old.get(each['id']);
    const changes = changesOf(was ?? {}, each);
    if (was && changes.length === 0) return [];
    return [{ ...aboutOf(each), kind: was ? kindOf(was, each) : 'added', changes }];
  });
  const removed = before.filter(({ id }) => !kept.has(id));
  return [
    ...changed,
    ...removed.map((each) => ({ ...aboutOf(each), kind: 'removed' as const, changes: changesOf(each, {}) })),
  ];
}

function about(word: string, commented: string, entry: Fields): Pick<ChangedEntry, 'key' | 'place' | 'title'> {
  const id = String(entry['id']);
  return {
    key: id,
    place: commented && `${commented} ${id}`,
    title: [word, nameOf(entry)].filter(Boolean).join(' · '),
  };
}

function kindOf(before: Fields, after: Fields): ChangedEntry['kind'] {
  const [was, is] = [Number(before['risk_after'] ?? 0), Number(after['risk_after'] ?? 0)];
  return was === is || was === 0 || is === 0 ? 'changed' : is < was ? 'safer' : 'less safe';
}

/** What is in both, where its order is another one. */
function orderOf(word: string, before: unknown, after: unknown): ChangedEntry[] {
  const [was, is] = [listOf(before), listOf(after)].map((entries, _, [first = [], second = []]) => {
    const inBoth = new Set(first.map(({ id }) => id)).intersection(new Set(second.map(({ id }) => id)));
    return entries.filter(({ id }) => inBoth.has(id));
  });
  const idsOf = (entries: readonly Fields[] = []): string => entries.map(({ id }) => id).join();
  if (idsOf(was) === idsOf(is)) return [];
  const textOf = (entries: readonly Fields[] = []): string => entries.map(nameOf).join('\n');
  const change = { name: 'order', label: 'Order', before: textOf(was), after: textOf(is) };
  return [{ key: `order ${word}`, place: '', title: `Order · ${word}`, kind: 'changed', changes: [change] }];
}

function nameOf(entry: Fields): string {
  return String(entry['title'] ?? entry['name'] ?? entry['substance_name'] ?? '');
}

function changesOf(before: Fields, after: Fields): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changeOf(name, before, after) ?? []);
}

function changeOf(name: string, before: Fields, after: Fields): Change | null {
  if (ignored.has(name)) return null;
  const [was, is] = [fullText(before[name]), fullText(after[name])];
  const change = { name, label: asWords(name), before: readable(was), after: readable(is) };
  if (was !== is) return registered.includes(name) ? inWords(change, () => 'of the register') : change;
  if (name === 'photos') return filesIn(before[name]) === filesIn(after[name]) ? null : otherFiles(was, is);
  if (is === '' || saysTheSame(jsonIn(before[name]), jsonIn(after[name]))) return null;
  return { ...change, after: `${change.after} (in another form)` };
}

/** Of a field that holds an id. */
function inWords({ name, label, before, after }: Change, wordOf: (id: string) => string): Change {
  const [was, is] = [before && wordOf(before), after && wordOf(after)];
  return { name, label: label.replace(/ id$/, ''), before: was, after: was === is ? `${is} (another one)` : is };
}

function otherFiles(was: string, is: string): Change {
  return {
    name: 'photos',
    label: 'Photos and sheets',
    before: was || 'A photo or sheet',
    after: `${is || 'A photo or sheet'} (another file)`,
  };
}

function jsonIn(value: unknown): Json | undefined {
  return value as Json | undefined; // a member of a document, as the API returns it
}

/** Which pictures, for their words may be the same. */
function filesIn(value: unknown): string {
  return listOf(value)
    .map(({ id }) => id)
    .join();
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : []; // entries, as the API returns them
}
