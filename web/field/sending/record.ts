/** The record that an item of Sending is about, as the tablet has it: for its name, and for the document that it belongs to. */
import { useEffect, useState } from 'preact/hooks';
import type { Device } from '../../../client-sdk/device-type.ts';
import { replica } from '../base/device.ts';

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
} as const satisfies Readonly<Record<string, keyof Device>>;

/** Undefined while it is read. */
export function useRecord(kind: string, id: string): About | undefined {
  const [about, setAbout] = useState<About>();
  useEffect(() => {
    void recordOf(kind, id).then(setAbout);
  }, [kind, id]);
  return about;
}

export async function recordOf(kind: string, id: string): Promise<About> {
  const view = Object.hasOwn(views, kind) ? replica()[views[kind as keyof typeof views]] : undefined;
  const record = (await view?.get(id)) as Readonly<Record<string, unknown>> | undefined; // of any of these kinds
  const name = record?.['name'] ?? record?.['title'] ?? record?.['permit_number'];
  const document = record?.['document_id'];
  return {
    name: typeof name === 'string' ? name : null,
    documentId: kind === 'document' ? id : typeof document === 'string' ? document : null,
  };
}
