/** The office that the tests and figures of mirrors publish from, by REST: whichever server it is, and however many documents. */

/** Throws unless the call succeeds. */
export type Must = <Body = Made>(method: string, path: string, body?: object) => Promise<Body>;

export interface Made {
  readonly id: string;
}

export interface Published {
  readonly document: string;
  readonly hazards: readonly string[];
  readonly signoff: string;
}

export function openOffice(server: () => string, token: string): Must {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${server()}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body; // the caller names the reply of this path
  };
}

/** An approved document with its entries, and one sign-off: seven records of the mirror, with the version. */
export async function publish(must: Must, fields: object = {}): Promise<Published> {
  const { id: document } = await must('POST', 'documents', { title: 'Roof works', document_type: 'rams', ...fields });
  const entry = async (kind: string, body: object): Promise<string> =>
    (await must('POST', `documents/${document}/${kind}`, body)).id;
  const hazards = [
    await entry('hazards', { name: 'Fall from height', controls: [{ description: 'Edge protection' }] }),
    await entry('hazards', { name: 'Falling objects' }),
  ];
  await entry('coshh', { substance_name: 'Epoxy resin' });
  await entry('personnel', { name: 'Ewa Nowak', role: 'supervisor', mobile });
  await approve(must, document);
  const { id: signoff } = await must('POST', `documents/${document}/signoffs`, { worker_name: 'Luke Farrell' });
  return { document, hazards, signoff };
}
export const mobile = '07700 900123';
export const recordsEach = 7;

export async function approve(must: Must, document: string): Promise<void> {
  await must('POST', `documents/${document}/submit-review`, {});
  await must('POST', `documents/${document}/approve`, {});
}

/** A next version, with these changes made in its draft. */
export async function revise(must: Must, document: string, change: () => Promise<unknown>): Promise<void> {
  await must('POST', `documents/${document}/revise`, {});
  await change();
  await approve(must, document);
}

/** Runs the tasks, some at once. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}
