/** The record that an item of Sending is about, as the tablet has it: for its name, and for the document that it belongs to. */
import { useEffect, useState } from 'preact/hooks';
import type { Device } from '../../../client-sdk/device-type.ts';
import type { Json } from '../../../shared/base/json.ts';
import type { ReadView } from '../../../client-sdk/views.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

export interface About {
  readonly name: string | null;
  readonly documentId: string | null;
}

const views = {
  hazard: 'hazards',
  section: 'sections',
  document: 'documents',
  personnel: 'personnel',
  coshh: 'coshh',
  permit: 'permits',
  incident: 'incidents',
} as const satisfies Readonly<Record<string, keyof Device>>;

/** Its fields now and after every change; null where the tablet does not have it, undefined while it is read. */
export function useFieldsNow(kind: string, id: string): Readonly<Record<string, Json>> | null | undefined {
  const records = useLive(`${kind} ${id}`, () => ({
    subscribe: (next: (records: readonly object[]) => void) =>
      watchable(kind)?.watch({ id }).subscribe(next) ?? (next([]), { unsubscribe: () => undefined }),
  }));
  return records && ((records[0] as Readonly<Record<string, Json>> | undefined) ?? null); // of any of these kinds
}

function watchable(kind: string): ReadView<'hazard'> | undefined {
  // All of them are watched in the same way.
  return viewOf(kind) as ReadView<'hazard'> | undefined;
}

/** Undefined while it is read. */
export function useRecord(kind: string, id: string): About | undefined {
  const [about, setAbout] = useState<About>();
  useEffect(() => {
    void recordOf(kind, id).then(setAbout);
  }, [kind, id]);
  return about;
}

export async function recordOf(kind: string, id: string): Promise<About> {
  const record = (await viewOf(kind)?.get(id)) as Readonly<Record<string, unknown>> | undefined; // of any of these kinds
  const name = record?.['name'] ?? record?.['title'] ?? record?.['permit_number'] ?? record?.['description'];
  const document = record?.['document_id'];
  return {
    name: typeof name === 'string' ? name : null,
    documentId: kind === 'document' ? id : typeof document === 'string' ? document : null,
  };
}

function viewOf(kind: string): Device[(typeof views)[keyof typeof views]] | undefined {
  return Object.hasOwn(views, kind) ? replica()[views[kind as keyof typeof views]] : undefined;
}
