/** The two designs of every mirror: its views by project, and of the sign-offs of each version of a document. */
import { wantedDocument } from './revisions.ts';

const byProject = `function (doc) {
  if (doc._id.indexOf('project:') === 0) emit([doc.id, doc.kind], null);
  else if (doc.project_id) emit([doc.project_id, doc.kind], null);
}`;

const byVersion = `function (doc) {
  if (doc._id.indexOf('signoff:') === 0) emit([doc.document_id, doc.document_version], doc.status);
}`;

function design(name: string, view: string, map: string) {
  const body = { language: 'javascript', views: { [view]: { map } } };
  return wantedDocument(`_design/${name}`, body, { generation: 1, seq: 0 });
}

export const designs = [
  design('sitefile-projects', 'by_project', byProject),
  design('sitefile-signoffs', 'by_document_and_version', byVersion),
];
