/** How long, in ms, a test waits for what has to come: a machine that is loaded, or slowed down, needs ten times as long as a quiet one. */
export const patienceMs = 60_000;
