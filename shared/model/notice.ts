/**
 * Notices: what people are told about a change. A rule names the notices, and the transaction of the change stores them as notifications
 * (contract, Notifications). A notice goes to one person, or to everyone with a permission.
 */
import type { Permission } from './access.ts';
import enums from '../reference/enums.json' with { type: 'json' };

export const noticeTypes = enums.notification_type;
export type NoticeType = (typeof noticeTypes)[number];
export const noticeSeverities = ['info', 'action', 'warning', 'critical'] as const;
export type NoticeSeverity = (typeof noticeSeverities)[number];

export interface Notice {
  readonly type: NoticeType;
  readonly severity: NoticeSeverity;
  /** One line, at most 200 characters. */
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly projectId: string | null;
  /** The recipient: the id of one person, or the conditions for a group. */
  readonly to: { readonly actorId: string } | { readonly permission: Permission };
  /** Deduplication key: a second notice with the same key is dropped. */
  readonly dedupeKey: string;
}

/** Prepared for storage: a one-line subject, no characters that a store cannot hold, and both within their length limits. */
export function fitting(notice: Notice): Notice {
  return {
    ...notice,
    subject: cut(notice.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), 200),
    body: cut(notice.body.replaceAll('\0', '').trim(), 4000),
  };
}

/** `max` is in UTF-16 units; unpaired surrogates are replaced, and the cut creates none. */
function cut(text: string, max: number): string {
  const whole = text.replaceAll(/\p{Cs}/gu, '\ufffd');
  if (whole.length <= max) return whole;
  return `${whole.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…`;
}
