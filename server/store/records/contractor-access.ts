/**
 * What a contractor may see (contract, What a contractor sees), as conditions of queries: its documents with everything that belongs to
 * them, its submissions, itself, and the projects, sites and photos of sites in which it has a submission that is neither withdrawn nor
 * removed.
 */
import type { Expression, ExpressionBuilder, ExpressionWrapper, SelectQueryBuilder, SqlBool } from 'kysely';
import { expressionBuilder } from 'kysely';
import type { Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import type { Tables } from '../tables/tables.ts';

type Ids = SelectQueryBuilder<Tables, 'record', { id: string | null }>;

export function documentsOf(db: Db, orgId: string, firm: string): Ids {
  return recordsOf(db, orgId, firm).where('kind', '=', 'document').select('id');
}

export function projectsOf(db: Db, orgId: string, firm: string): Ids {
  return recordsOf(db, orgId, firm)
    .where('kind', '=', 'submission')
    .where('deleted', '=', 0)
    .where('status', 'not in', ['withdrawn', 'removed'])
    .select('project_id as id');
}

function sitesOf(db: Db, orgId: string, firm: string): Ids {
  return db
    .selectFrom('record')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'site')
    .where('project_id', 'in', projectsOf(db, orgId, firm))
    .select('id');
}

/** Ids of the projects that the contractor may see. */
export async function contractorProjects(db: Db, orgId: string, firm: string): Promise<string[]> {
  return (await projects(db, orgId, firm)).flatMap(({ id }) => id ?? []);
}
const projects = preparedRows(projectsOf);

/** Whether the contractor may see a row of `record`. */
export function isRecordVisible(db: Db, orgId: string, firm: string) {
  return (eb: ExpressionBuilder<Tables, 'record'>): ExpressionWrapper<Tables, 'record', SqlBool> =>
    eb.or([
      eb('contractor_id', '=', firm),
      eb('document_id', 'in', documentsOf(db, orgId, firm)),
      eb.and([eb('kind', '=', 'project'), eb('id', 'in', projectsOf(db, orgId, firm))]),
      eb.and([eb('kind', '=', 'site'), eb('project_id', 'in', projectsOf(db, orgId, firm))]),
      eb.and([eb('kind', '=', 'photo'), eb('site_id', 'in', sitesOf(db, orgId, firm))]),
      eb.and([eb('kind', '=', 'contractor'), eb('id', '=', firm)]),
    ]);
}

/** Whether the contractor may see the record that an event or a notification is about, given its id. */
export function isSubjectVisible(
  id: Expression<string | null>,
  db: Db,
  orgId: string,
  firm: string,
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'record'>();
  const belonging = db
    .selectFrom('record')
    .where('org_id', '=', orgId)
    .where('document_id', 'in', documentsOf(db, orgId, firm))
    // The role receives nothing about permits.
    .where('kind', '<>', 'permit')
    .select('id');
  return eb.or([eb(id, '=', firm), eb(id, 'in', recordsOf(db, orgId, firm).select('id')), eb(id, 'in', belonging)]);
}

function recordsOf(db: Db, orgId: string, firm: string) {
  return db.selectFrom('record').where('org_id', '=', orgId).where('contractor_id', '=', firm);
}
