/** A small organisation with every kind of evidence, made through the server: what forgers would like to change. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Command } from '../../../shared/model/command.ts';
import { act, bareDevice, create, documentWithHazard, patch } from '../../kit/bare-device.ts';
import { firstVersion, sealed, sign, signoff } from '../../kit/bare-signoff.ts';
import type { World } from '../../kit/world.ts';

export interface Evidence {
  readonly documentId: string;
  readonly hazardId: string;
  readonly draftId: string;
  /** A chain of one tablet; the third is void. */
  readonly signoffs: readonly string[];
  readonly incidentId: string;
  readonly permitId: string;
  readonly userId: string;
}

const at = (time: string): string => `2026-11-21T${time}:00.000Z`;
const [issuer, holder] = [{ name: 'Sinéad Gallagher' }, { name: 'Rhys Morgan' }];

export async function makeEvidence(world: World): Promise<Evidence> {
  const device = bareDevice(world);
  const { newId } = world.app.commitContext;
  const must = async (commands: readonly Command[]): Promise<void> => {
    const refused = (await device.push(commands)).find(({ status }) => status === 'refused');
    if (refused) throw new Error(`not made: ${JSON.stringify(refused.problem)}`);
  };
  const { documentId, hazardId } = await documentWithHazard(world, device, true);
  const version = await firstVersion(world, documentId);
  const signoffs: string[] = [];
  let previous: string | null = null;
  for (const name of ['Jan', 'Ola', 'Tom', 'Ewa']) {
    const capture = { ...(signoff('')['capture'] as JsonObject), captured_at_device: at(`08:0${signoffs.length}`) }; // made there
    const { set, seal } = sealed(signoff(documentId, { ...version, worker: { name }, capture }), previous);
    previous = seal;
    signoffs.push((await sign(world, device, set)).id);
  }
  await world.api('POST', `/api/v1/signoffs/${signoffs[2]}/void`, { reason: 'Signed by the wrong person' });
  await must([
    act('document', documentId, 'revise'),
    patch('hazard', hazardId, { name: 'Sling fails' }),
    act('document', documentId, 'submit_review'),
    act('document', documentId, 'approve'),
  ]);
  const { documentId: draftId } = await documentWithHazard(world, device);
  const [projectId, incidentId, permitId] = [newId(), newId(), newId()];
  const report = {
    project_id: projectId,
    location: 'North',
    occurred_at: at('07:40'),
    description: 'A panel slipped in its cradle.',
  };
  const form = { permit_type: 'confined_space', valid_from: at('06:00'), valid_to: at('12:00') };
  await must([
    create('project', projectId, { name: 'Block A' }),
    create('incident', incidentId, report),
    create('permit', permitId, form),
    act('permit', permitId, 'request', { at: at('06:10'), by: holder }),
    act('permit', permitId, 'authorise', { at: at('06:40'), by: issuer }),
    act('permit', permitId, 'accept', { at: at('06:55'), by: holder }),
    act('permit', permitId, 'open', { at: at('07:05'), by: issuer }),
    act('permit', permitId, 'record_gas_test', { at: at('07:30'), by: holder, lel_percent: 0 }),
  ]);
  const { body: user } = await world.api<{ id: string }>('POST', '/api/v1/users', { name: 'Dev', role: 'supervisor' });
  await world.api('POST', '/api/v1/tokens', { name: 'Phone', user_id: user.id });
  await world.api('PUT', '/api/v1/organisation', { phone: '020 7946 0100' });
  return { documentId, hazardId, draftId, signoffs, incidentId, permitId, userId: user.id };
}
