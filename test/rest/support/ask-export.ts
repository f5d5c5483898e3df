/** Asking for the file of a document, as often as a test wants. */
import type { CallOptions, Site } from './site.ts';

type Given = CallOptions & { readonly params: { readonly document: string } };

export const docx = { format: 'docx' };

/** A request for a DOCX of an approved document. */
export async function approvedDocx(site: Site): Promise<Given> {
  const place = { project_id: site.ids['project'], site_id: site.ids['site'] };
  return { params: { document: (await site.approved(place)).id }, body: docx };
}

/** 202 for a new job, 200 for an existing one, and its id. */
export async function askExport(site: Site, given: CallOptions): Promise<readonly [status: number, id: string]> {
  const answer = await site.call('exportDocument', given);
  if (!answer.ok) throw new Error(answer.text);
  return [answer.status, answer.body.id];
}
