/** Who works in a storm, people who may write and one who may only read, and what they begin with. */
import { done } from './rest.ts';

export interface People {
  readonly tokens: readonly string[];
  readonly viewerToken: string;
}

export async function openPeople(url: string): Promise<People> {
  const project = await done<{ id: string }>(url, 'POST', '/projects', { name: 'Harrow Lane' });
  await done(url, 'POST', '/sites', { project_id: project.id, name: 'Core 2' });
  for (let i = 0; i < 5; i++) await openDocument(url, i);
  await done(url, 'POST', '/incidents', {
    project_id: project.id,
    incident_type: 'near_miss',
    location: 'Core 2',
    occurred_at: new Date().toISOString(),
    description: 'A panel slipped in its cradle and was caught.',
  });
  const token = async (name: string, role: string): Promise<string> => {
    const user = await done<{ id: string }>(url, 'POST', '/users', { name, email: `${name}@storm.test`, role });
    return (await done<{ token: string }>(url, 'POST', '/tokens', { name, user_id: user.id })).token;
  };
  return {
    tokens: [await token('ada', 'admin'), await token('ben', 'admin'), await token('cem', 'admin')],
    viewerToken: await token('vic', 'viewer'),
  };
}

async function openDocument(url: string, i: number): Promise<void> {
  const { id } = await done<{ id: string }>(url, 'POST', '/documents', { title: `Lift ${i}`, document_type: 'rams' });
  await done(url, 'POST', `/documents/${id}/hazards`, {
    name: 'Falling load',
    severity_before: 3,
    likelihood_before: 2,
  });
  await done(url, 'POST', `/documents/${id}/sections`, { title: 'Sequence', body: 'First.\nThen.\nLast.' });
}
