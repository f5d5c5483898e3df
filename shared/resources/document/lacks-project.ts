/** Whether a change leaves a document without the project that it needs. */
import type { Settings } from '../../model/settings.ts';
import type { Document } from './shape.ts';

/** If the organisation requires references, only toolbox talks may have none, and what had none before. */
export function lacksProject(
  before: Pick<Document, 'project_id'> | null,
  after: Pick<Document, 'project_id' | 'document_type'>,
  settings: Pick<Settings, 'required_references'>,
): boolean {
  if (!settings.required_references || after.document_type === 'toolbox_talk' || after.project_id) return false;
  return !before || Boolean(before.project_id);
}
