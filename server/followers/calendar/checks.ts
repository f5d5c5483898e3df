/** Every check that the calendar makes, a file each. */
import type { CalendarCheck } from './check.ts';

export const calendarChecks: readonly CalendarCheck[] = [];
