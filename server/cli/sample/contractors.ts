/**
 * The sample's contractors, and what each of them handed in: a submission is invited and then brought to its state, each step at the
 * time that its file says, in one group of commands, so that it is there whole or not at all (contract rule CT15). No e-mail is sent.
 */
import * as z from 'zod';
import type { Command } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { submissionSchema } from '../../../shared/resources/submission/shape.ts';
import type { SubmissionMove } from '../../../shared/resources/submission/states.ts';
import type { Door } from './door.ts';
import type { Pusher } from './push.ts';
import { sentRecord, type SampleRecord } from './sent.ts';

export const sampleSubmission = submissionSchema.extend({ id: z.uuid(), contractor_name: z.string() });
export type SampleSubmission = z.infer<typeof sampleSubmission>;

interface Doors {
  readonly door: Door;
  readonly pusher: Pusher;
}

/** Before the documents, which name them. */
export async function loadContractors(
  { door, pusher }: Doors,
  contractors: readonly SampleRecord[],
  tell: (line: string) => void,
): Promise<void> {
  const standing = await Promise.all(contractors.map(({ id }) => door.read(`/contractors/${id}`)));
  const missing = contractors.filter((_, i) => !standing[i]);
  await pusher.push(
    missing.map((each) => {
      const { id, ...set } = sentRecord(each);
      return { kind: 'contractor', id: String(id), set, what: `contractor ${String(each['name'])}` };
    }),
  );
  tell(`contractors … ${missing.length} sent`);
}

/** After the documents that were handed in. Leaves alone what is there, whatever people have done with it since. */
export async function loadSubmissions(
  { door, pusher }: Doors,
  submissions: readonly SampleSubmission[],
  tell: (line: string) => void,
): Promise<void> {
  for (const submission of submissions) {
    const what = `submission of ${submission.contractor_name}`;
    const found = await door.read(`/submissions/${submission.id}`);
    if (!found) await pusher.pushWhole([invitation(submission), ...deeds(submission)], what);
    tell(`${what} … ${found ? 'already there' : 'ok'}`);
  }
}

function invitation({ id, project_id, contractor_id, ...asked }: SampleSubmission): Command {
  const { required_document_types, instructions = null, deadline = null, invited_at } = asked;
  const set = { project_id, contractor_id, required_document_types, instructions, deadline, invited_at };
  return { op: 'create', kind: 'submission', id, set };
}

function deeds(submission: SampleSubmission): Command[] {
  const { id, documents, notes = null, review_code: code = null, comments } = submission;
  const act = (action: SubmissionMove, args: JsonObject = {}): Command => ({
    op: 'act',
    kind: 'submission',
    id,
    action,
    args,
  });
  const accept = act('accept', { at: submission.accepted_at });
  const start = act('start');
  const handed = documents.map(({ document_id, version = null }) => ({ document_id, version }));
  const submit = act('submit', { documents: handed, notes, at: submission.submitted_at });
  const review = [
    act('begin_review'),
    act('review', { review_code: code, comments: [...comments], at: submission.reviewed_at }),
  ];
  const ways: Readonly<Record<SampleSubmission['status'], readonly Command[]>> = {
    invited: [],
    // Which it is by its deadline.
    overdue: submission.accepted_at ? [accept] : [],
    accepted: [accept],
    in_progress: [accept, start],
    submitted: [accept, submit],
    under_review: [accept, submit, act('begin_review')],
    amendments_requested: [accept, submit, ...review],
    approved: [accept, submit, ...review],
    approved_with_comments: [accept, submit, ...review],
    withdrawn: [...(submission.accepted_at ? [accept] : []), act('withdraw')],
    removed: [act('remove')],
  };
  return [...ways[submission.status]];
}
