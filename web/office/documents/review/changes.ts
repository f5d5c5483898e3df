/** What differs between the approved content of a document and its draft, in plain words, entry by entry. */
import { asWords } from '../../../ui/status.ts';
import { plainText } from '../plain-text.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Change {
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
  'section_type',
  'expired',
]);

export function changesBetween(before: Fields, after: Fields): ChangedEntry[] {
  const title = changeOf('title', before, after);
  const head: ChangedEntry[] = title
    ? [{ key: 'title', place: '', title: 'Document', kind: 'changed', changes: [title] }]
    : [];
  return [
    ...head,
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
    ...removed.map((each) => ({ ...aboutOf(each), place: '', kind: 'removed' as const, changes: changesOf(each, {}) })),
  ];
}

function about(word: string, commented: string, entry: Fields): Pick<ChangedEntry, 'key' | 'place' | 'title'> {
  const name = entry['title'] ?? entry['name'] ?? entry['substance_name'] ?? '';
  const id = String(entry['id']);
  return { key: id, place: commented && `${commented} ${id}`, title: [word, String(name)].filter(Boolean).join(' · ') };
}

function kindOf(before: Fields, after: Fields): ChangedEntry['kind'] {
  const [was, is] = [Number(before['risk_after'] ?? 0), Number(after['risk_after'] ?? 0)];
  return was === is || was === 0 || is === 0 ? 'changed' : is < was ? 'safer' : 'less safe';
}

function changesOf(before: Fields, after: Fields): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changeOf(name, before, after) ?? []);
}

function changeOf(name: string, before: Fields, after: Fields): Change | null {
  if (ignored.has(name)) return null;
  const [was, is] = [plainText(before[name]), plainText(after[name])];
  return was === is ? null : { label: asWords(name), before: was, after: is };
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : []; // entries, as the API returns them
}
