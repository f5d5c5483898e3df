/** What a step of a review needs: whose revision it is about, a way to take it and say so, and what is to be commented on. */
export interface Step {
  readonly target: { readonly document: string; readonly ifRevision: number };
  readonly isBusy: boolean;
  readonly take: (words: string, call: () => Promise<unknown>) => Promise<void>;
}

/** A place of the document that somebody wants to comment on. */
export interface Asked {
  readonly place: string;
  /** Grows with each wish, so that the same place can be asked for again. */
  readonly count: number;
}
