/** What a screen reads from a server, in each of its states: loading, not read, nothing there, or shown. */
import type { ComponentChildren } from 'preact';
import { Failed, Loading, type Progress } from './states.tsx';

export interface Reading<Value> {
  /** Undefined while it loads for the first time. */
  readonly value: Value | undefined;
  /** How far it is, where that is known. */
  readonly progress?: Progress | undefined;
  /** Why it could not be read, in words. */
  readonly failure: string | null;
  readonly again: () => void;
}

export function Shown<Value>({
  of: { value, failure, progress, again },
  rows,
  children,
}: {
  readonly of: Reading<Value>;
  /** About how many lines come, for the outline while it loads. */
  readonly rows?: number;
  readonly children: (value: Value) => ComponentChildren;
}) {
  if (failure !== null) return <Failed onRetry={again} words={failure} />;
  if (value === undefined) return <Loading progress={progress} rows={rows} />;
  return <>{children(value)}</>;
}

/** A list in the envelope of the API. */
export function ShownRows<Row>({
  of,
  rows,
  empty,
  children,
}: {
  readonly of: Reading<{ readonly data: readonly Row[] }>;
  readonly rows?: number;
  readonly empty: ComponentChildren;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) {
  return (
    <Shown of={of} {...(rows === undefined ? {} : { rows })}>
      {({ data }) => (data.length === 0 ? empty : children(data))}
    </Shown>
  );
}
