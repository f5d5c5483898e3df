/** Two projects of one organisation, for tests of who is sent what; and how to read what a pull brought. */
import type { PullOp } from '../../shared/sync/sync.ts';
import { create, type BareDevice } from './bare-device.ts';
import type { World } from './world.ts';

export interface TwoProjects {
  readonly a: string;
  readonly b: string;
  readonly documentId: string;
  readonly hazardId: string;
}

/** Two projects; the first has a document with a hazard. */
export async function twoProjects(world: World, office: BareDevice): Promise<TwoProjects> {
  const [a = '', b = '', documentId = '', hazardId = ''] = Array.from({ length: 4 }, () =>
    world.app.commitContext.newId(),
  );
  const results = await office.push([
    create('project', a, { name: 'Harrow Lane' }),
    create('project', b, { name: 'Mill Road' }),
    create('document', documentId, { title: 'Glulam lift', document_type: 'rams', project_id: a }),
    create('hazard', hazardId, { document_id: documentId, name: 'Falling load' }),
  ]);
  if (results.some(({ status }) => status !== 'applied')) throw new Error('the projects were refused');
  return { a, b, documentId, hazardId };
}

/** Of the records that come with this line. */
export function ids(ops: readonly PullOp[], op: PullOp['op']): string[] {
  return ops.flatMap((each) => (each.op === op && 'id' in each ? [each.id] : []));
}

/** What a page says, without the ids of its records. */
export function names(ops: readonly PullOp[]): string[] {
  return ops.map((op) => ('id' in op ? op.op : `${op.op} ${op.project_id ?? ''}`));
}
