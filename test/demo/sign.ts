/** One worker signs on a tablet: it shows the approved version in the worker's language and captures the signature. */
import { documents, worker } from './cast.ts';
import type { Day } from './day.ts';
import { ink } from './ink.ts';
import type { Tablet } from './tablet-process.ts';

/** Returns the sign-off's id. */
export async function sign({ story }: Day, tablet: Tablet, name: string): Promise<string> {
  const { id, employer_id, employer_name, trade, preferred_language: language } = worker(name);
  const { version } = await tablet.ask('brief', { document_id: documents.curtainWalling, language });
  const signoff = await tablet.ask('sign', {
    document_id: documents.curtainWalling,
    worker: { id, name, employer_id, employer_name, trade, language },
    briefing: {
      session_id: 'BS-1121',
      method: 'face_to_face_group',
      briefed_by: { id: null, name: 'Jordan Blake' },
      interpretation: 'none_needed',
    },
    understanding_check: { required: true, questions: 3, correct: 3, attempts: 1, passed: true },
    signature: ink(name),
  });
  story.tell(tablet.label, `${name} signs RAMS HLC-014-RAMS-007 version ${version} (briefed in “${language}”)`);
  return signoff;
}
