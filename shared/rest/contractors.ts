/**
 * Rows of the endpoint table: contractors, their submissions, and the endpoints for the holder of an invitation (contract, Contractors).
 */
import * as z from 'zod';
import { submissionArgs } from '../resources/submission/shape.ts';
import { storedStatuses, submissionStatuses } from '../resources/submission/states.ts';
import {
  acts,
  anyId,
  anyOf,
  merges,
  complete,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
} from './endpoint.ts';
import {
  contractorFields,
  contractorReply,
  invitationReply,
  listOf,
  submissionFields,
  submissionReply,
} from './shapes.ts';

const action = { ...acts, permission: 'submissions:write', reply: submissionReply } as const;
const byInvitation = { ...action, signed: 'invitation', reply: invitationReply } as const;

export const contractorEndpoints = {
  listAllContractors: {
    ...reads,
    path: '/api/v1/contractors',
    permission: 'projects:read',
    summary: 'Lists the contractors of the organisation.',
    query: z.object({ status: anyOf(['active', 'inactive']), q: z.string().min(2).max(200).optional(), ...paged }),
    reply: listOf(contractorReply),
  },
  createContractor: {
    ...creates,
    path: '/api/v1/contractors',
    permission: 'contractors:write',
    summary: 'Creates a contractor without an invitation.',
    fields: contractorFields,
    body: z.object(ownId),
    reply: contractorReply,
  },
  getContractor: readRow('/api/v1/contractors/{contractor}', 'projects:read', 'Reads a contractor.', contractorReply),
  updateContractor: {
    ...merges,
    path: '/api/v1/contractors/{contractor}',
    permission: 'contractors:write',
    summary: 'Changes the fields of a contractor that are sent.',
    fields: contractorFields.partial(),
    reply: contractorReply,
  },
  listSubmissions: {
    ...reads,
    path: '/api/v1/projects/{project}/submissions',
    permission: 'projects:read',
    summary: 'Lists the submissions of a project: what is required of each contractor, and what it has submitted.',
    query: z.object({ status: anyOf(submissionStatuses), contractor_id: anyId, ...complete }),
    reply: listOf(submissionReply),
  },
  listAllSubmissions: {
    ...reads,
    path: '/api/v1/submissions',
    permission: 'projects:read',
    summary: 'Lists the submissions of all projects, newest first, by the states in which they are kept.',
    query: z.object({ status: anyOf(storedStatuses), ...paged }),
    reply: listOf(submissionReply),
  },
  getSubmission: readRow(
    '/api/v1/submissions/{submission}',
    'projects:read',
    'Reads a submission with every round of its review.',
    submissionReply,
  ),
  updateSubmission: {
    ...merges,
    path: '/api/v1/submissions/{submission}',
    permission: 'contractors:write',
    summary: 'Changes what is required of a contractor: document types, instructions, deadline.',
    fields: submissionFields.partial(),
    reply: submissionReply,
  },
  acceptSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/accept',
    summary: 'Records that the contractor accepted the invitation.',
    fields: submissionArgs.accept(),
  },
  startSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/start',
    summary: 'Records that the contractor works on its documents.',
    fields: submissionArgs.start(),
  },
  submitSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/submit',
    summary: 'Submits documents for review; missing required types are named in the response and do not prevent it.',
    fields: submissionArgs.submit(),
    emits: ['contractor.submitted'],
  },
  beginSubmissionReview: {
    ...action,
    path: '/api/v1/submissions/{submission}/begin-review',
    permission: 'contractors:write',
    summary: 'Starts the review of what was submitted.',
    fields: submissionArgs.begin_review(),
  },
  reviewSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/review',
    permission: 'documents:approve',
    summary: 'Ends the review: A accepted, B accepted with comments, C not accepted. B and C need comments.',
    fields: submissionArgs.review(),
  },
  withdrawSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/withdraw',
    summary: 'Withdraws the contractor from the project.',
    fields: submissionArgs.withdraw(),
  },
  removeSubmission: {
    ...action,
    path: '/api/v1/submissions/{submission}/remove',
    permission: 'contractors:write',
    summary: 'Removes the contractor from the project; its invitation becomes invalid.',
    fields: submissionArgs.remove(),
  },
  resendInvitation: {
    ...action,
    path: '/api/v1/submissions/{submission}/resend-invitation',
    permission: 'contractors:write',
    summary: 'Sends the invitation to the contractor’s contact e-mail again.',
  },
  getInvitation: {
    ...byInvitation,
    method: 'GET',
    path: '/api/v1/invitations/{invitation}',
    permission: 'projects:read',
    summary:
      'Reads an invitation: the project, the required documents and the status. By the link in the e-mail, or with a token.',
  },
  acceptInvitation: {
    ...byInvitation,
    path: '/api/v1/invitations/{invitation}/accept',
    summary: 'Accepts an invitation, by its link.',
    fields: submissionArgs.accept().omit({ at: true }),
  },
  submitByInvitation: {
    ...byInvitation,
    path: '/api/v1/invitations/{invitation}/submit',
    summary: 'Submits documents for an invitation, by its link.',
    fields: submissionArgs.submit().omit({ at: true }),
    emits: ['contractor.submitted'],
  },
  withdrawByInvitation: {
    ...byInvitation,
    path: '/api/v1/invitations/{invitation}/withdraw',
    summary: 'Declines an invitation, or withdraws from the project, by its link.',
    fields: submissionArgs.withdraw(),
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
