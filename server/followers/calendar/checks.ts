/** All calendar checks, one file each. */
import { cards } from './cards.ts';
import type { CalendarCheck } from './check.ts';
import { contractors } from './contractors.ts';
import { permits } from './permits.ts';
import { reviewDates } from './review-dates.ts';

export const calendarChecks: readonly CalendarCheck[] = [cards, reviewDates, permits, contractors];
