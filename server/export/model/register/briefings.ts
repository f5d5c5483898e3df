/** The briefings that people signed after, each with a letter that the rows of the register refer to. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { dense, paragraph } from '../make.ts';
import { objectOf, plain } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';

export interface Briefings {
  readonly blocks: readonly Block[];
  /** "Briefing A", or nothing where a sign-off belongs to none. */
  readonly letterOf: (signoff: JsonObject) => string;
}

/** `signoffs` in the order of their time, which the letters follow. */
export function briefingsOf(signoffs: readonly JsonObject[], timezone: string): Briefings {
  const sessions = new Map(
    signoffs
      .map((signoff) => objectOf(signoff['briefing']))
      .map((session) => [plain(session['session_id']), session] as const)
      .filter(([id]) => id !== '')
      .toReversed(),
  );
  const ids = [...sessions.keys()].toReversed();
  const lines = ids.map((id, i) => told(id, sessions.get(id) ?? {}, letter(i), timezone));
  return {
    // One paragraph, which stays with the table below it.
    blocks: lines.length > 0 ? dense([paragraph(lines.join('\n'), 'muted')]) : [],
    letterOf: (signoff) => {
      const i = ids.indexOf(plain(objectOf(signoff['briefing'])['session_id']));
      return i < 0 ? '' : `Briefing ${letter(i)}`;
    },
  };
}

/** A to Z, then AA. */
function letter(i: number): string {
  const last = String.fromCodePoint(65 + (i % 26));
  return i < 26 ? last : `${letter(Math.floor(i / 26) - 1)}${last}`;
}

function told(id: string, session: JsonObject, name: string, timezone: string): string {
  const seconds = session['duration_seconds'];
  const by = plain(session['briefed_by']);
  return [
    `Briefing ${name} (${id}): ${timeOf(plain(session['occurred_on']) || plain(session['started_at']), timezone)}`,
    plain(session['location']),
    by && `briefed by ${by}`,
    labelOf(plain(session['method'])).toLowerCase(),
    typeof seconds === 'number' ? `${Math.round(seconds / 60)}\u00a0min` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
