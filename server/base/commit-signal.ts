/** A signal inside one process: "this organisation's feed has moved on". Only a hint; listeners read the log. */

export interface CommitSignal {
  readonly ring: (organisationId: string) => void;
  /** Returns a function that stops listening. */
  listen(listener: (organisationId: string) => void): () => void;
}

export function openCommitSignal(): CommitSignal {
  const listeners = new Set<(organisationId: string) => void>();
  return {
    ring: (organisationId) => {
      for (const listener of listeners) listener(organisationId);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
