/** A dispute about the project of a draft is settled together with its site, as one of another project cannot stay (LC8). */
import type { Command } from '../../../shared/model/command.ts';
import { otherSide } from '../../../shared/merge/merge.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { conflict } from '../../../shared/resources/conflict.ts';
import { resourceOf } from '../../../shared/resources/index.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByDocuments, loadByIds } from '../../store/records/records.ts';
import type { Db } from '../../store/engine/db.ts';

/** The commands; where they take another project, with the site that was written along with it, or without a site. */
export async function withSite(
  db: Db,
  orgId: string,
  commands: readonly Command[],
  target: StoredRecord | undefined,
): Promise<readonly Command[]> {
  const [edit, ...others] = commands;
  if (!target || edit?.op !== 'patch' || resourceOf(edit.kind).idColumn !== 'document_id') return commands;
  const { project_id: project } = edit.set;
  const { site_id: site = null } = target.body;
  if (project === undefined) return commands;
  const disputed = (await loadByDocuments(db, orgId, [target.id], ['conflict']))
    .map((row) => ({ id: row.id, body: conflict.schema.parse(toRecord(row).body) })) // its own schema, by which it was stored
    .filter(({ body }) => body.state === 'open' && body.record_id === target.id && body.field === 'site_id')
    .map(({ id, body }) => ({ id, site: otherSide('first-wins', body) }));
  const named = [site, ...disputed.map((each) => each.site)].filter((id) => typeof id === 'string');
  const there = (await loadByIds(db, orgId, named)).filter((each) => each.project_id === project).map(({ id }) => id);
  if (there.some((id) => id === site)) return commands;
  const written =
    disputed.find((each) => there.some((id) => id === each.site)) ?? disputed.find((each) => each.site === null);
  if (site === null && !written) return commands;
  const moved: Command = {
    ...edit,
    set: { ...edit.set, site_id: written?.site ?? null },
    was: { ...edit.was, site_id: site },
  };
  if (!written) return [moved, ...others];
  return [
    moved,
    { op: 'act', kind: 'conflict', id: written.id, action: 'settle', args: { resolution: 'take' } },
    ...others,
  ];
}
