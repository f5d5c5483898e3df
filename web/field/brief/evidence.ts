/** What a sign-off records of the person, of the talk, and of how they answered. */
import type { SignArguments } from '../../../client-sdk/write/sign.ts';
import type { Member } from '../base/crew.ts';
import { localDay, type Session } from '../base/talk.ts';
import type { Strokes } from './pad.tsx';

export type Way = 'ink' | 'typed' | 'declined';

/** The talk lasted until the first person was at the line. */
export function briefingOf({
  id,
  startedAt,
  endedAt,
  briefedBy,
  interpretation,
  interpreter,
}: Session): NonNullable<SignArguments['briefing']> {
  const ms = endedAt === undefined ? null : Date.parse(endedAt) - Date.parse(startedAt);
  return {
    session_id: id,
    method: 'face_to_face_group',
    started_at: startedAt,
    occurred_on: localDay(startedAt),
    briefed_by: briefedBy ? { id: briefedBy.id, name: briefedBy.name } : null,
    duration_seconds: ms === null || ms < 0 ? null : Math.round(ms / 1000),
    interpretation: interpretation ?? null,
    interpreter_name: interpreter?.trim() || null,
  };
}

export function workerOf({ id, name, employer, trade, language }: Member): SignArguments['worker'] {
  return {
    name,
    ...(language && { language }),
    ...(id && { id }),
    ...(employer && { employer_name: employer }),
    ...(trade && { trade }),
  };
}

export function evidenceOf(
  way: Way,
  given: {
    readonly strokes: Strokes;
    readonly size: { readonly width: number; readonly height: number };
    readonly text: string;
    readonly witness: string;
  },
): Pick<SignArguments, 'signature' | 'witness' | 'declined'> {
  if (way === 'declined') return { declined: { reason: given.text } };
  if (way === 'typed') return { signature: { kind: 'typed_name', text: given.text }, witness: { name: given.witness } };
  const strokes = given.strokes.map((stroke) => stroke.map((point) => [...point]));
  return { signature: { kind: 'ink_vector', ...given.size, strokes } };
}
