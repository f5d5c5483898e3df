/**
 * `sample load`: brings the sample organisation into a running server, through the public doors alone (REST and sync push) and
 * under the sample's own ids, so that a second load adds nothing. Progress goes to stderr, the counts to stdout.
 */
import { fileURLToPath } from 'node:url';
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { Options, Terminal } from './terminal.ts';
import { archiveDocument, loadDocument } from './sample/document.ts';
import { openDoor, type Door } from './sample/door.ts';
import { readSample, type Sample, type SampleDocument } from './sample/files.ts';
import { loadContractors, loadSubmissions } from './sample/contractors.ts';
import { loadIncidents } from './sample/incidents.ts';
import { loadPermits } from './sample/permits.ts';
import { loadUsers } from './sample/users.ts';
import { loadWorkers } from './sample/workers.ts';
import { sentRecord, type SampleRecord } from './sample/sent.ts';
import { loadOrganisation } from './sample/organisation.ts';
import { openPusher } from './sample/push.ts';
import { sendSignoffs, type Sender } from './sample/signoffs.ts';
import { summarise, type Counts } from './sample/summary.ts';

export async function loadSample(terminal: Terminal, options: Options): Promise<Counts> {
  const url = (options['url'] ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
  const token = options['token'] ?? terminal.environment['SITEFILE_ADMIN_TOKEN'];
  if (!token) throw new Error('a token is needed: --token, or SITEFILE_ADMIN_TOKEN in the environment');
  const sample = await readSample(options['dir'] ?? fileURLToPath(new URL('../../test/sample', import.meta.url)));
  const tell = (line: string): void => terminal.complain(line);
  const door = openDoor(url, token, (line) => tell(`  note: ${line}`));
  const clientId = uuidv7(terminal.now(), terminal.random(10));
  const sender: Sender = { door, pusher: openPusher(door, clientId), lastSealByTablet: new Map() };

  for (const project of sample.projects) await loadPlace(door, '/projects', 'project', project, tell);
  for (const site of sample.sites) await loadPlace(door, '/sites', 'site', site, tell);
  await loadWorkers(door, sample.workers, tell);
  await loadContractors(sender, sample.contractors, tell);
  for (const document of sample.documents) await loadWithEarlySignoffs(sender, sample, document, tell);
  tell(`sign-offs … ${await sendSignoffs(sender, sample.signoffs)} sent`);
  await loadSubmissions(sender, sample.submissions, tell);
  await loadIncidents(door, sample.incidents, tell);
  // Before their forms are archived: no work begins under those.
  await loadPermits(sender, sample.permits, tell);
  for (const document of sample.documents) await archiveDocument(door, document);
  // After the reviews: a supervisor approved a form in the sample, and nobody who is known to be one could be asked.
  await loadUsers(sender, sample.users, tell);
  tell(`organisation ${String(sample.organisation['name'])} … ${await loadOrganisation(door, sample.organisation)}`);
  const { counts, table } = await summarise(door, sample);
  tell(['', ...table, ''].join('\n'));
  return counts;
}

async function loadPlace(
  door: Door,
  path: string,
  what: string,
  record: SampleRecord,
  tell: (line: string) => void,
): Promise<void> {
  const name = `${what} ${String(record['name'])}`;
  const found = await door.read(`${path}/${record.id}`);
  if (!found) await door.write('POST', path, name, sentRecord(record));
  tell(`${name} … ${found ? 'already there' : 'ok'}`);
}

/** Sign-offs that arrived before their version was superseded are sent before the next version is made. */
async function loadWithEarlySignoffs(
  sender: Sender,
  { versions, signoffs }: Sample,
  document: SampleDocument,
  tell: (line: string) => void,
): Promise<void> {
  const { id, reference } = document.head;
  const ownVersions = versions.filter((version) => version.document_id === id);
  const result = await loadDocument(sender, document, ownVersions, async (approved) => {
    const supersededAt = ownVersions.find((version) => version.version === approved)?.superseded_at;
    if (!supersededAt) return;
    const early = signoffs.filter(
      (signoff) =>
        signoff.document_id === id &&
        signoff.document_version === approved &&
        Date.parse(signoff.received_at) < Date.parse(supersededAt),
    );
    if (early.length > 0) await sendSignoffs(sender, early);
  });
  tell(`document ${reference} … ${result}`);
}
