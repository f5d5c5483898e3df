/** The device as apps see it: views to read and write, verbs, sync and status, over the parts that do the work. */
import type { kindByView } from './view/kinds.ts';
import { distinctUntilChanged, map } from 'rxjs';
import { sameJson } from '../shared/crypto/canonical.ts';
import { settingsOf } from './disk/replica-metadata.ts';
import { brief } from './write/brief.ts';
import { checkCompliance } from './write/compliance.ts';
import { reorder } from './write/reorder.ts';
import { reportIncident } from './write/report.ts';
import { resolveConflict } from './write/resolve-conflict.ts';
import { sign } from './write/sign.ts';
import { verifyReplica } from './sync/checksum-verify.ts';
import { statusNow, watchStatus } from './sync/status.ts';
import type { DeviceParts } from './device-parts.ts';
import type { Device } from './device-type.ts';
import { permitView } from './permits.ts';
import { editView, entryView, memberView, readView } from './views.ts';

export function deviceOf(parts: DeviceParts): Device {
  const { context, mutator, photos, pictures, outbox, storage, loop, fullSync, live, schema, close } = parts;
  const { replica, journal } = context;
  const sources = { journal, sync$: loop.state$, storage$: storage.status$, photos$: photos.list$, schema };
  const views = viewsOf(parts);
  return {
    ...views,
    photos,
    pictures,
    outbox,
    status$: watchStatus(sources),
    get status() {
      return statusNow(sources);
    },
    organisation$: journal.view$.pipe(
      map(({ state }) => state),
      distinctUntilChanged((a, b) => a.settings === b.settings && a.locale === b.locale && a.timezone === b.timezone),
      map((state) => ({ settings: settingsOf(state), locale: state.locale, timezone: state.timezone ?? null })),
      distinctUntilChanged((a, b) => sameJson({ ...a }, { ...b })),
    ),
    get settings() {
      return settingsOf(journal.state);
    },
    get locale() {
      return journal.state.locale;
    },
    get timezone() {
      return journal.state.timezone ?? null;
    },
    get deviceId() {
      return journal.state.device_id;
    },
    get actorIds() {
      return Object.values(journal.state.actors).map(({ id }) => id);
    },
    sign: async (request) => {
      const id = await sign(request, context, mutator, parts.signingDevice);
      storage.persist();
      return id;
    },
    reportIncident: (request) => reportIncident(request, context, mutator),
    addPhoto: async (request) => {
      const id = await photos.add(request);
      storage.persist();
      return id;
    },
    approve: (id, decision = {}) => mutator.act('document', id, 'approve', { ...decision }),
    reject: (id, decision) => mutator.act('document', id, 'reject', { ...decision }),
    submitForReview: (id, { reviewer_id = null, notes = null } = {}) =>
      mutator.act('document', id, 'submit_review', { reviewer_id, notes }),
    resolveConflict: (id, resolution, value) => resolveConflict(replica, mutator, id, resolution, value),
    act: (kind, id, action, args = {}) => mutator.act(kind, id, action, args),
    reorder: (documentId, kind, ids) => reorder(documentId, kind, ids, replica, mutator),
    checkCompliance: (documentId) => checkCompliance(context, documentId),
    brief: (documentId, language) => brief(replica, documentId, language),
    approvedVersion: async (id) => (await views.versions.find({ document_id: id, state: 'current' })).at(-1),
    sync: () => fullSync.sync(),
    evict: () => fullSync.evict(),
    verify: () => verifyReplica(loop, journal),
    logOut: async (options = {}) => (await import('./log-out.ts')).logOut(options, parts),
    start: () => live.start(),
    stop: () => live.stop(),
    useToken: (token) => {
      loop.useToken(token);
      live.resume();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function viewsOf({ context: { replica, clock }, mutator }: DeviceParts): Pick<Device, keyof typeof kindByView> {
  return {
    projects: editView('project', replica, mutator),
    sites: editView('site', replica, mutator),
    documents: editView('document', replica, mutator),
    sections: entryView('section', replica, mutator),
    hazards: entryView('hazard', replica, mutator),
    coshh: entryView('coshh', replica, mutator),
    personnel: entryView('personnel', replica, mutator),
    versions: readView('version', replica),
    signoffs: readView('signoff', replica),
    crew: memberView('crew_member', replica, mutator),
    conflicts: readView('conflict', replica),
    exports: readView('export', replica),
    permits: permitView(replica, mutator, clock),
    workers: readView('worker', replica),
    incidents: readView('incident', replica),
  };
}
