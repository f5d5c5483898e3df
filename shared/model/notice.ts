/**
 * What people are told of a change: a rule names the notices, the change's own transaction stores them as notifications (contract,
 * Notifications). A notice goes to one person, or to everybody who holds a permission.
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
  /** The id of the one person it is for, or what it takes to be among those it is for. */
  readonly to: { readonly actorId: string } | { readonly permission: Permission };
  /** The same thing is told once: a second notice with this key is none. */
  readonly dedupeKey: string;
}

/** As it is stored: a subject of one line, nothing that a store cannot hold, and both no longer than they may be. */
export function fitting(notice: Notice): Notice {
  return {
    ...notice,
    subject: cut(notice.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), 200),
    body: cut(notice.body.replaceAll('\0', '').trim(), 4000),
  };
}

/** UTF-16 units; half a character is none, here or anywhere in the text. */
function cut(text: string, max: number): string {
  const whole = text.replaceAll(/\p{Cs}/gu, '\ufffd');
  if (whole.length <= max) return whole;
  return `${whole.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…`;
}
