/** How notices name what they are about and find whom they are for (contract, Notifications). */
import type { Permission } from '../../model/access.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Notice } from '../../model/notice.ts';

/** One person; everybody with the permission where nobody is known by id. */
export function toPerson(id: string | null | undefined, otherwise: Permission): Notice['to'] {
  return id ? { actorId: id } : { permission: otherwise };
}

/** `Roof works (HLC-014-RAMS-002)`. */
export function nameOf(document: JsonObject | undefined): string {
  const title = wordOf(document, 'title') ?? 'A document';
  const reference = wordOf(document, 'reference');
  return reference ? `${title} (${reference})` : title;
}

export function wordOf(body: JsonObject | null | undefined, field: string): string | null {
  const value = body?.[field];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** What was said, each part a paragraph; parts that say nothing are left out. */
export function paragraphs(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
