/** A queue of one: pieces of work run one after another, in the order they were handed in. */

/** Each call returns what its own work yields; a failed piece does not stop the next. */
export function mutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
