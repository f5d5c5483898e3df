/**
 * A calendar check reads records and names the commands that are due by `now`. The follower commits them under the server's name, so
 * rules, events and notices apply as for any change. Each command must change what the check reads, so that it is not due again.
 */
import type { Db } from '../../store/engine/db.ts';
import type { Command } from '../../../shared/model/command.ts';
import type { Settings } from '../../../shared/model/settings.ts';

export interface CalendarView {
  readonly db: Db;
  readonly organisationId: string;
  readonly settings: Settings;
  /** RFC 3339, UTC. */
  readonly now: string;
  /** IANA, of the organisation; null = UTC. */
  readonly timezone: string | null;
}

export interface CalendarCheck {
  readonly name: string;
  due(view: CalendarView): Promise<readonly Command[]>;
}
