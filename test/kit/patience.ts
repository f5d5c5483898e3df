/** How long, in ms, a test waits for what has to come: a loaded machine needs three times as long as a quiet one. */
export const patienceMs = 30_000;
