/**
 * Entity tags (RFC 9110, sections 8.8.3 and 13.1; contract, REST). A single record has the strong tag `"r<revision>"`; what is
 * made of several, such as a list, has a weak tag of its content.
 */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';

/** `any` is the asterisk. */
export type EntityTags = 'any' | readonly EntityTag[];

export interface EntityTag {
  readonly weak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

export function strongTag(revision: number): string {
  return `"r${revision}"`;
}

export function weakTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Undefined without the header; throws `bad_request` where it holds anything but tags. */
export function readTags(request: Request, header: 'If-Match' | 'If-None-Match'): EntityTags | undefined {
  const text = request.get(header)?.trim();
  if (text === undefined) return undefined;
  if (text === '*') return 'any';
  const tags: EntityTag[] = [];
  const next = /[\s,]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?=,|$)/y;
  while (next.lastIndex < text.length) {
    const found = next.exec(text);
    if (!found) throw unreadable(header);
    tags.push({ weak: found[1] !== undefined, opaque: found[2] ?? '' });
  }
  if (tags.length === 0) throw unreadable(header);
  return tags;
}

/** `If-None-Match`: the caller has what it would be sent. Weakness does not count. */
export function isKnown(tags: EntityTags | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  return tags === 'any' || tags.some(({ opaque }) => opaque === etag.replace(/^W\//, ''));
}

/**
 * `If-Match`, as the guard of a change to a record that stands at this revision: commit() compares once more under the lock.
 * Weak tags, and tags that name no revision, match nothing.
 */
export function guardOf(tags: EntityTags | undefined, revision: number): { readonly expectRev?: number } {
  if (tags === undefined || tags === 'any') return {};
  const matches = tags.some(({ weak, opaque }) => !weak && opaque === strongTag(revision));
  return { expectRev: matches ? revision : -1 };
}

function unreadable(header: string): Problem {
  return new Problem('bad_request', `The ${header} header cannot be read.`, {
    errors: [{ header, code: 'invalid_format', detail: 'must be entity tags in quotes, separated by commas, or *' }],
  });
}
