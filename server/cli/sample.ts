/**
 * `sample load`: loads the sample organisation into a running server through the public API (REST and sync push), under its own ids, so
 * a second load adds nothing. Progress goes to stderr, the counts to stdout.
 */
import { uuidv7 } from '../../shared/model/uuid.ts';
import { openApi } from './api.ts';
import { submissionHistory } from './sample/contractors.ts';
import { archiveDocument, loadDocument } from './sample/document.ts';
import { readSample, type Sample, type SampleDocument } from './sample/files.ts';
import { sampleFolder } from './sample/folder.ts';
import { incidentHistory } from './sample/incidents.ts';
import { createMissing, replayOnce, type Loader } from './sample/loader.ts';
import { loadOrganisation } from './sample/organisation.ts';
import { permitHistory } from './sample/permits.ts';
import { openPusher } from './sample/push.ts';
import { sendSignoffs } from './sample/signoffs.ts';
import { countsOf, type Counts } from './sample/summary.ts';
import { serverAndToken, type Options, type Terminal } from './terminal.ts';

export async function loadSample(terminal: Terminal, options: Options): Promise<Counts> {
  const { url, token } = serverAndToken(terminal, options);
  const sample = await readSample(options['dir'] ?? sampleFolder);
  const tell = terminal.complain;
  const api = openApi(url, token, (line) => tell(`  note: ${line}`));
  const pusher = openPusher(api, () => uuidv7(terminal.now(), terminal.random(10)));
  const loader: Loader = { api, pusher, tell, lastSealByTablet: new Map() };

  await createMissing(loader, 'project', '/projects', sample.projects);
  await createMissing(loader, 'site', '/sites', sample.sites);
  await createMissing(loader, 'worker', '/workers', sample.workers);
  await createMissing(loader, 'contractor', '/contractors', sample.contractors);
  // Before the reviews, which name them.
  await createMissing(loader, 'user', '/users', sample.users);
  for (const document of sample.documents) await loadWithEarlySignoffs(loader, sample, document);
  tell(`sign-offs … ${await sendSignoffs(loader, sample.signoffs)} sent`);
  for (const each of sample.submissions)
    await replayOnce(loader, `of ${each.contractor_name}`, submissionHistory(each));
  for (const each of sample.incidents) await replayOnce(loader, String(each['reference']), incidentHistory(each));
  // Before their forms are archived: no work begins under an archived form.
  for (const each of sample.permits) await replayOnce(loader, each.permit_number, permitHistory(each));
  for (const document of sample.documents) await archiveDocument(loader, document);
  tell(`organisation ${String(sample.organisation['name'])} … ${await loadOrganisation(loader, sample.organisation)}`);
  return await countsOf(loader, sample);
}

/** Sends sign-offs that arrived while their version was current before the next version is made. */
async function loadWithEarlySignoffs(
  loader: Loader,
  { versions, signoffs }: Sample,
  document: SampleDocument,
): Promise<void> {
  const { id, reference } = document.head;
  const ownVersions = versions.filter((version) => version.document_id === id);
  const result = await loadDocument(loader, document, ownVersions, async (approved) => {
    const supersededAt = ownVersions.find((version) => version.version === approved)?.superseded_at;
    if (!supersededAt) return;
    const early = signoffs.filter(
      (signoff) =>
        signoff.document_id === id &&
        signoff.document_version === approved &&
        Date.parse(signoff.received_at) < Date.parse(supersededAt),
    );
    if (early.length > 0) await sendSignoffs(loader, early);
  });
  loader.tell(`document ${reference} … ${result}`);
}
