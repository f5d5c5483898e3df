/**
 * Signing on one's own phone, with a code that a briefing tablet shows (contract, Web, WB125 to WB130). The code says who signs what; the
 * phone gives the ink, or the name that was typed. The sign-off has the id of the code, so there is one at most.
 */
import { may } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { ofKind, type StoredRecord } from '../../shared/model/record.ts';
import { readDetails, usualLocale } from '../../shared/model/organisation.ts';
import { readSettings } from '../../shared/model/settings.ts';
import type { Document } from '../../shared/resources/document/shape.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import { isSamePerson } from '../../shared/model/same-person.ts';
import { cardOf, ownPhoneBinding, toBeMetOf, type OwnPhoneBinding } from '../../shared/resources/signoff/own-phone.ts';
import type { Signoff } from '../../shared/resources/signoff/signoff.ts';
import { questionsDue } from '../../shared/resources/signoff/understanding.ts';
import { authenticate, hashOf } from '../auth/auth.ts';
import { makerMay } from '../auth/maker.ts';
import { projectsOf } from '../auth/token-actor.ts';
import { applyAll, commitBatch } from '../commit/commit.ts';
import { isInProjects } from '../commit/feed-scopes.ts';
import { toRecord } from '../commit/record-rows.ts';
import { revokeAudited } from '../commit/tokens.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { findTokensByHash, readToken } from '../store/access/tokens.ts';
import { readFeed } from '../store/records/feed.ts';
import { loadByDocuments, loadByIds } from '../store/records/records.ts';
import type { Db } from '../store/engine/db.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';
import { isSameSending, signoffOf, type Signed } from './own-phone-signoff.ts';

/** The code stays good, so that a phone whose page was closed can open it again. */
export async function openOwnPhone(call: SignInCall, context: SignInContext, code: string): Promise<SignInResult> {
  const { store } = context;
  const row = await countingRefusals(context.limiter, call.address, async () => {
    const opened = await openCode(call, context, code);
    await requireMaker(store.db, opened);
    return opened;
  });
  const bound = boundTo(row);
  const { version, marks, organisation } = await signable(store.db, row, bound);
  const feed = await readFeed(store.db, row.org_id);
  const { locale, timezone } = readDetails(feed?.details ?? '{}');
  const { name, employer_name = null, language = null } = bound.worker;
  return {
    body: {
      worker: { name, employer_name, language },
      organisation,
      timezone,
      document: {
        reference: version.reference ?? null,
        title: version.title,
        version: version.version,
        content_hash: version.content_hash,
        content: cardOf(version),
        conditions: toBeMetOf(version, marks),
        language: locale ?? usualLocale,
      },
      questions: questionsDue(version, readSettings(feed?.settings ?? '{}')),
      expires_at: row.expires_at,
    },
  };
}

export async function signOwnPhone(call: SignInCall, context: SignInContext, asked: Signed): Promise<SignInResult> {
  const { store, limiter } = context;
  return await countingRefusals(limiter, call.address, async () => {
    try {
      return { body: await recordOnce(call, context, asked) };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
      // Used already: by this phone, which the answer did not reach, or by another one.
      const before = await signedBefore(store.db, asked);
      if (before) return { body: before };
      throw error;
    }
  });
}

async function recordOnce(call: SignInCall, context: SignInContext, asked: Signed): Promise<object> {
  const { commitContext } = context;
  const { now, store } = commitContext;
  const row = await openCode(call, context, asked.code);
  const bound = boundTo(row);
  const actor = await authenticate(store, callerFor(call, asked.code), now());
  const author = { actor: { ...actor, usesSignCode: true }, origin: 'rest', requestId: call.requestId } as const;
  const record = await commitBatch(commitContext, author, async (batch) => {
    const { tx } = batch;
    // Under the lock of the organisation: of two phones one is the first.
    const used = await revokeAudited(tx, author, [row.id], new Date(now()).toISOString());
    if (used.length === 0) throw unusable();
    await requireMaker(tx.trx, row);
    const { version } = await signable(tx.trx, row, bound);
    requireSeen(asked, version);
    const set = signoffOf(asked, bound, [Date.parse(row.created_at), now()], questionsDue(version, tx.settings).length);
    const [outcome] = await applyAll(batch, [{ op: 'create', kind: 'signoff', id: row.id, set }]);
    return outcome?.record;
  });
  if (!record) throw new Error('the sign-off was not stored');
  return await ticketFor(store.db, row.org_id, record);
}

function callerFor({ address }: SignInCall, code: string) {
  return { hash: hashOf(code), purpose: 'own_phone', address } as const;
}

/** The row of a code that is good. Throws `unauthenticated`, which counts like a wrong token. */
async function openCode(call: SignInCall, { store, commitContext }: SignInContext, code: string): Promise<TokenTable> {
  const actor = await authenticate(store, callerFor(call, code), commitContext.now()).catch((error: unknown) => {
    throw error instanceof Problem ? unusable() : error;
  });
  const row = await readToken(store.db, actor.organisationId, actor.tokenId ?? '');
  if (!row) throw unusable();
  return row;
}

/** Throws `unauthenticated` if its maker may no longer make such a code: it reads the document, and it signs. */
async function requireMaker(db: Db, row: TokenTable): Promise<void> {
  const { org_id, parent_id } = row;
  const maker = await readToken(db, org_id, parent_id ?? '');
  const isTrusted = await makerMay(
    db,
    { org_id, token_id: parent_id },
    (rights) => may(rights, 'signoffs:write') && may(rights, 'documents:read'),
  );
  const projects = maker ? projectsOf(maker) : null;
  if (!isTrusted || !(await isInProjects(db, org_id, boundTo(row).document_id, projects))) throw unusable();
}

function boundTo({ bound_to: text }: TokenTable): OwnPhoneBinding {
  return ownPhoneBinding().parse(JSON.parse(text ?? 'null'));
}

/** The version of the code, if it is still the one in force, and the person has not signed it meanwhile. */
async function signable(
  db: Db,
  { org_id: orgId, created_at: since }: TokenTable,
  bound: OwnPhoneBinding,
): Promise<{
  readonly version: Version;
  readonly marks: Document['condition_marks'];
  readonly organisation: string;
}> {
  const { document_id: id, document_version: number, worker } = bound;
  const [row] = await loadByIds(db, orgId, [id]);
  const document = row && row.deleted === 0 ? toRecord(row).body : undefined;
  const children = (await loadByDocuments(db, orgId, [id], ['version', 'signoff'])).map(toRecord);
  const version = ofKind(children, 'version').find(({ body }) => body['version'] === number);
  const inForce = document?.['status'] === 'archived' ? null : document?.['current_approved_version'];
  if (!version || inForce !== number)
    throw new Problem('stale_version', 'This version is no longer in force. Go back to the person who briefs you.', {
      members: { version_in_force: typeof inForce === 'number' ? inForce : null },
    });
  const earlier = ofKind(children, 'signoff').find((each) => isAnswerOf(each, worker, number, since));
  if (earlier)
    throw new Problem('conflict', `${worker.name} has signed version ${number} meanwhile, on the tablet.`, {
      members: { signed_at: earlier.created_at },
    });
  const feed = await readFeed(db, orgId);
  return {
    version: version.body as unknown as Version, // a version's schema
    marks: (document as unknown as Document).condition_marks, // a document's schema
    organisation: feed?.name ?? '',
  };
}

/** `since` = when the code was made: who signs again on purpose gets a new one. */
function isAnswerOf(
  { body, created_at: at }: StoredRecord,
  worker: Signoff['worker'],
  version: number,
  since: string,
): boolean {
  const { worker: signer, document_version: signed, status } = body as unknown as Signoff; // a sign-off's schema
  if (signed !== version || at < since || (status !== 'recorded' && status !== 'declined')) return false;
  return isSamePerson(signer, worker);
}

function requireSeen({ version: seen, content_hash: hash }: Signed, { version, content_hash }: Version): void {
  if (seen === version && hash === content_hash) return;
  throw new Problem('stale_version', 'What was on the screen is not what this code is for. Scan the code again.');
}

/** Only to the phone that sends the same again. Throws `conflict` where the code was signed with in another way: one signature is there. */
async function signedBefore(db: Db, asked: Signed): Promise<object | null> {
  const [row] = await findTokensByHash(db, [hashOf(asked.code)]);
  if (row?.purpose !== 'own_phone') return null;
  const [found] = await loadByIds(db, row.org_id, [row.id]);
  if (!found) return null;
  const signoff = toRecord(found).body as unknown as Signoff; // a sign-off's schema
  if (isSameSending(asked, signoff)) return await ticketFor(db, row.org_id, toRecord(found));
  throw new Problem('conflict', `${signoff.worker.name} has signed with this code already.`);
}

async function ticketFor(db: Db, orgId: string, { body, seq }: Pick<StoredRecord, 'body' | 'seq'>): Promise<object> {
  const {
    worker,
    document_version: number,
    document_reference: reference,
    capture,
    document_id: id,
  } = body as unknown as Signoff; // a sign-off's schema
  const [versions, feed] = await Promise.all([loadByDocuments(db, orgId, [id], ['version']), readFeed(db, orgId)]);
  const version = versions.map(toRecord).find((each) => each.body['version'] === number);
  return {
    name: worker.name,
    organisation: feed?.name ?? '',
    reference: reference ?? null,
    title: String(version?.body['title'] ?? ''),
    version: number,
    signed_at: capture.captured_at_corrected,
    number: seq,
  };
}

function unusable(): Problem {
  return new Problem(
    'unauthenticated',
    'This code was used already, is older than 15 minutes, or was withdrawn. Ask the person who briefs you for a new one.',
  );
}
