/** The comments of the last rejection, by the place of the draft that they are about. */
import { isAnswered } from '../../../../shared/resources/document/review/is-answered.ts';
import { asWords } from '../../../ui/status.ts';
import type { DocumentPart } from '../part.ts';

type Document = DocumentPart['document'];
export type Comment = Document['review_rounds'][number]['comments'][number];

/** Comments that the author answers now; none once the version was submitted again or approved. */
export function commentsOf({
  review_rounds: rounds,
  status,
}: Pick<Document, 'review_rounds' | 'status'>): readonly Comment[] {
  if (status !== 'draft') return [];
  const last = rounds.findLast(({ outcome }) => outcome !== null && outcome !== 'withdrawn_by_author');
  return last?.outcome === 'amendments_requested' ? last.comments : [];
}

/** `id` null = about the whole document, or about an entry that is gone. */
export function commentsAt(document: Document, id: string | null): readonly Comment[] {
  const comments = commentsOf(document);
  if (id !== null) return comments.filter((comment) => placeOf(comment) === id);
  const entries = new Set([...document.sections, ...document.hazards].map((entry) => entry.id));
  return comments.filter((comment) => !entries.has(placeOf(comment) ?? ''));
}

export function placeOf({ section_id: section, hazard_id: hazard }: Comment): string | null {
  return hazard ?? section ?? null;
}

export const isOpen = (comment: Comment): boolean => !isAnswered(comment);

type Places = Pick<Document, 'sections' | 'hazards'>;

/** What a comment is about; null for the whole document. */
export function placeName(
  comment: Comment,
  { sections, hazards }: Places,
): { readonly name: string; readonly isThere: boolean } | null {
  const [id, said] = [placeOf(comment), comment.section && asWords(comment.section)];
  const name = sections.find((each) => each.id === id)?.title ?? hazards.find((each) => each.id === id)?.name;
  if (name !== undefined) return { name, isThere: true };
  if (id === null) return said ? { name: said, isThere: false } : null;
  return { name: goneName(said || (comment.hazard_id ? 'A hazard' : 'A section')), isThere: false };
}

export function goneName(name: string): string {
  return `${name}, which is not there any more`;
}

/** Where a comment can go, each with its name. */
export function placesIn({ hazards, sections }: Places): ReadonlyMap<string, string> {
  return new Map([
    ...hazards.map(({ id, name }) => [`hazard ${id}`, name] as const),
    ...sections.map(({ id, title }) => [`section ${id}`, title] as const),
  ]);
}
