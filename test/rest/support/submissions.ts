/** A submission of a contractor in a separate project, brought to a state. */
import type { Site } from './site.ts';

export interface Part {
  /** The submission's id. */
  readonly id: string;
  readonly contractor: string;
  readonly project: string;
}

type Caller = Pick<Site, 'must'>;

export async function invited(site: Caller, fields: object = {}): Promise<Part> {
  const { id: project } = await site.must('createProject', { body: { name: 'Mill Street', reference: 'MS-1' } });
  const body = {
    name: 'Ironbridge Steel',
    contact_name: 'Sian Tudor',
    contact_email: 'sian.tudor@ironbridge.example',
    required_document_types: ['rams', 'coshh'],
    deadline: '2026-12-18',
    ...fields,
  };
  const { id: contractor, submission } = await site.must('inviteContractor', { params: { project }, body });
  return { id: submission.id, contractor, project };
}

export async function submitted(site: Caller): Promise<Part> {
  const part = await invited(site);
  const params = { submission: part.id };
  await site.must('acceptSubmission', { params });
  const { id: document_id } = await site.must('createDocument', {
    body: { title: 'Steel erection', document_type: 'rams', project_id: part.project },
  });
  await site.must('submitSubmission', { params, body: { documents: [{ document_id }] } });
  return part;
}

export async function reviewed(site: Caller, code: 'A' | 'B' | 'C', comments: readonly string[]): Promise<Part> {
  const part = await submitted(site);
  const params = { submission: part.id };
  await site.must('beginSubmissionReview', { params });
  await site.must('reviewSubmission', { params, body: { review_code: code, comments } });
  return part;
}
