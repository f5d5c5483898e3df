/**
 * What the passing of time brings about: a check looks at records and names the commands that are due by `now`. The follower commits
 * them in the server's own name, so that rules, events and notices follow as from any change; each command must change what the
 * check looks at, so that it is not due again.
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
}

export interface CalendarCheck {
  readonly name: string;
  due(view: CalendarView): Promise<readonly Command[]>;
}
