/** The `after` of `GET /events`: the sequence of an event with a point of the history, sealed; or a bare sequence, which names no history. */
import { historyChanged, openCursor, sealCursor, type HistoryPoint } from '../../http/history.ts';

interface EventPosition {
  /** The events after this one are read. */
  readonly seq: number;
  readonly history: HistoryPoint;
}

/** A bare sequence has no head. */
interface OpenedPosition {
  readonly seq: number;
  readonly history: { readonly seq: number; readonly head: string | null };
}

type Sealed = readonly [seq: number, historySeq: number, head: string];

export function sealPosition({ seq, history }: EventPosition, key: Uint8Array, organisationId: string): string {
  const values: Sealed = [seq, history.seq, history.head];
  return sealCursor(JSON.stringify(values), key, useOf(organisationId));
}

/** Throws `history_changed` for a position that this server did not seal for the organisation. */
export function openPosition(after: string, key: Uint8Array, organisationId: string): OpenedPosition {
  if (/^\d+$/.test(after)) return { seq: Number(after), history: { seq: Number(after), head: null } };
  const text = openCursor(after, key, useOf(organisationId));
  if (text === undefined) throw historyChanged();
  const [seq, historySeq, head] = JSON.parse(text) as Sealed; // verified, so sealPosition wrote it
  return { seq, history: { seq: historySeq, head } };
}

function useOf(organisationId: string): string {
  return JSON.stringify(['events', organisationId]);
}
