/**
 * The wall clock, compared with the time that passes (contract, Store, DB53 to DB56; decision two-clocks). A wall clock can jump, a count
 * of elapsed time cannot, so a running process notices a jump in either direction.
 */

/** Up to this, a difference is the clock being kept right, and is followed. */
export const mostDriftMs = 60_000;
/** Beyond this, nobody knows which time is right. */
export const mostJumpMs = 3_600_000;
/** Between the last write and a start; beyond this, the server was off for long or its clock is wrong. */
export const mostAbsenceMs = 30 * 86_400_000;
const worthFollowingMs = 1000;

/** Counts of elapsed ms, each from an instant of its own. */
export interface Elapsed {
  /** May stand still while the machine sleeps. */
  readonly process: () => number;
  /** Includes sleep. Costs more, so it is asked only when the other one and the wall clock differ. */
  readonly machine: () => number;
}

export interface WatchedClock {
  /** ms since 1970. During a jump of more than an hour, the time without the jump. */
  readonly now: () => number;
  /** How far the wall clock has jumped, in ms; negative = back. */
  readonly jumpMs: () => number;
  /**
   * How often the operator has said that the wall clock is right (`clock accept`). Once more than before ends a jump; the first call only
   * remembers the number.
   */
  accept(times: number): void;
}

/** @param wall ms since 1970. Without `elapsed`, no jump is noticed. */
export function watchClock(wall: () => number, elapsed?: Elapsed): WatchedClock {
  if (!elapsed) return { now: wall, jumpMs: () => 0, accept: () => undefined };
  const { process, machine } = elapsed;
  const from = (atMs: number) => ({ process: atMs - process(), machine: atMs - machine() });
  let start = from(wall());
  let accepted = Infinity;

  function jumpAt(wallMs: number): number {
    const byProcess = wallMs - process() - start.process;
    if (Math.abs(byProcess) <= worthFollowingMs) return byProcess;
    const jump = Math.abs(byProcess) <= mostDriftMs ? byProcess : wallMs - machine() - start.machine;
    if (Math.abs(jump) <= mostDriftMs) start = from(wallMs);
    return jump;
  }

  return {
    now: () => {
      const wallMs = wall();
      const jump = jumpAt(wallMs);
      return Math.abs(jump) > mostJumpMs ? wallMs - jump : wallMs;
    },
    jumpMs: () => jumpAt(wall()),
    accept: (times) => {
      if (times > accepted) start = from(wall());
      accepted = Math.max(times, accepted === Infinity ? 0 : accepted);
    },
  };
}
