/** Notices about a permit: opened, near its end, closed, not handed back, and gas outside the limits. */
import type { Notice } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import type { Permit } from './fields.ts';
import { outsideLimits } from './limits.ts';
import { paragraphs } from '../notices/wording.ts';

export function permitNotices({ id, action, before, after, world }: Change<Permit>): readonly Notice[] {
  if (!before || !after || action === null) return [];
  const name = `${after.permit_number ?? 'A permit'} (${after.permit_type.replaceAll('_', ' ')})`;
  const place = after.location ? `At ${after.location}.` : null;
  const about = {
    resourceType: 'permit',
    resourceId: id,
    projectId: after.project_id ?? null,
    to: { permission: 'permits:write' },
  } as const;
  if (action === 'open')
    return [
      {
        ...about,
        type: 'permit_opened',
        severity: 'info',
        subject: `${name} is open`,
        body: paragraphs(
          place,
          `Held by ${after.accepted_by?.name ?? 'an unknown person'}, to ${told(after.valid_to)}.`,
        ),
        dedupeKey: `permit_opened ${id}`,
      },
    ];
  if (action === 'close')
    return [
      {
        ...about,
        type: 'permit_closed',
        severity: after.closure_exception ? 'warning' : 'info',
        subject: `${name} is closed${after.closure_exception ? ', with an exception' : ''}`,
        body: paragraphs(place, after.closure_exception?.reason, after.closure_notes),
        dedupeKey: `permit_closed ${id}`,
      },
    ];
  if (action === 'record_gas_test') {
    const reading = after.atmosphere_tests.at(-1);
    const outside = reading ? outsideLimits(reading) : [];
    if (outside.length === 0) return [];
    return [
      {
        ...about,
        // The one existing type that means something dangerous has happened.
        type: 'incident_reported',
        severity: 'critical',
        subject: `Gas alarm: ${name}`,
        body: paragraphs(
          `${outside.join(', ')}, read at ${told(reading?.at)} by ${reading?.by?.name ?? 'an unknown person'}.`,
          place,
          after.state === before.state ? `The permit is ${after.state.replaceAll('_', ' ')}.` : 'The work is stopped.',
        ),
        dedupeKey: `permit_gas ${id} ${after.atmosphere_tests.length}`,
      },
    ];
  }
  if (action !== 'remind') return [];
  const isOverdue = after.reminded.overdue_close !== before.reminded.overdue_close;
  return [
    {
      ...about,
      type: isOverdue ? 'permit_overdue_close' : 'permit_expiring',
      severity: isOverdue ? 'critical' : 'warning',
      subject: isOverdue ? `${name} has expired and was not handed back` : `${name} ends soon`,
      body: paragraphs(
        `${isOverdue ? 'It ended' : 'It ends'} at ${told(after.valid_to)}; the time is ${told(world.now)}.`,
        place,
        isOverdue
          ? 'See that the work has stopped, and that the permit is handed back.'
          : 'Extend it, or end the work in time.',
      ),
      dedupeKey: `permit_${isOverdue ? 'overdue_close' : 'expiring'} ${id} ${after.valid_to ?? ''}`,
    },
  ];
}

/** `2026-11-12 14:00 UTC` */
function told(at: string | null | undefined): string {
  return at ? `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time';
}
