/**
 * Entity tags (RFC 9110, sections 8.8.3 and 13.1; contract, REST). A single record has the strong tag `"r<revision>"`; what it
 * shows beside its own fields follows as `"r<revision>.<digest>"`. A list, or anything else made of several records, has a weak tag of its
 * content.
 */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';

/** `any` = `*`. */
export type EntityTags = 'any' | readonly EntityTag[];

export interface EntityTag {
  readonly weak: boolean;
  /** Includes the quotes. */
  readonly opaque: string;
}

/** `beside` = what the response shows that its revision does not count; empty = nothing. */
export function strongTag(revision: number, beside = ''): string {
  return beside === '' ? `"r${revision}"` : `"r${revision}.${digestOf(beside)}"`;
}

export function weakTag(text: string): string {
  return `W/"${digestOf(text)}"`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

/** Undefined without the header; throws `bad_request` where it is malformed. */
export function readTags(request: Request, header: 'If-Match' | 'If-None-Match'): EntityTags | undefined {
  const text = request.get(header)?.trim();
  if (text === undefined) return undefined;
  if (text === '*') return 'any';
  const tags: EntityTag[] = [];
  const next = /[\s,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?=,|$)/y;
  while (next.lastIndex < text.length) {
    const found = next.exec(text);
    if (!found) throw malformed(header);
    tags.push({ weak: found[1] !== undefined, opaque: found[2] ?? '' });
  }
  if (tags.length === 0) throw malformed(header);
  return tags;
}

/** `If-None-Match`, by weak comparison: the caller already has this representation. */
export function isKnown(tags: EntityTags | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  return tags === 'any' || tags.some(({ opaque }) => opaque === etag.replace(/^W\//, ''));
}

/**
 * `If-Match`, as the guard of a change to a record of this revision: commit() compares again under the lock. Weak tags, and tags that
 * name no revision, never match. What a response showed beside the record is not compared: the change cannot overwrite it.
 */
export function guardOf(tags: EntityTags | undefined, revision: number): { readonly expectRev?: number } {
  if (tags === undefined || tags === 'any') return {};
  const matches = tags.some(({ weak, opaque }) => !weak && opaque.replace(/\.[\w-]+"$/, '"') === strongTag(revision));
  return { expectRev: matches ? revision : -1 };
}

function malformed(header: string): Problem {
  return new Problem('bad_request', `The ${header} header is malformed.`, {
    errors: [{ header, code: 'invalid_format', detail: 'must be entity tags in quotes, separated by commas, or *' }],
  });
}
