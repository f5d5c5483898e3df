/** Names of subjects in notices, and recipients of notices (contract, Notifications). */
import type { Permission } from '../../model/access.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Notice } from '../../model/notice.ts';

/** One person; everyone with the permission if no person is known by id. */
export function toPerson(id: string | null | undefined, otherwise: Permission): Notice['to'] {
  return id ? { actorId: id } : { permission: otherwise };
}

/** `Roof works (HLC-014-RAMS-002)`. */
export function documentName(document: JsonObject | undefined): string {
  const title = wordOf(document, 'title') ?? 'A document';
  const reference = wordOf(document, 'reference');
  return reference ? `${title} (${reference})` : title;
}

export function wordOf(body: JsonObject | null | undefined, field: string): string | null {
  const value = body?.[field];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Joins the given parts as paragraphs, and skips empty ones. */
export function paragraphs(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
