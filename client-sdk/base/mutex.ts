/** A mutex: work runs one piece at a time, in the order of the calls. */

/** Each call returns the result of its own work; a failure does not stop the next. */
export function mutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
