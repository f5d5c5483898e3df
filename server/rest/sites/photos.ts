/**
 * Photos of a site, and sheets of suppliers: stripped of metadata, stored in the blob store and identified by content, so that sending one
 * again costs nothing.
 */
import { createHash } from 'node:crypto';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { ReplyOf } from '../../../shared/rest/rest.ts';
import { photoReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import { keepPhoto, maxPhotoBytes, readPhoto } from '../../photos/keep.ts';
import { fileBytes } from '../../store/devices/photos.ts';
import { requireRoom, requireRoomFor } from '../../photos/quota.ts';
import { sheetType } from '../../photos/sheets/sheet.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { readFiles } from '../../http/multipart.ts';
import { withIdempotency } from '../request/idempotency.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';

const limits = { fields: ['photos[]', 'photos'], files: 10, bytesPerFile: maxPhotoBytes };

export const uploadPhotos: Handler<'uploadPhotos'> = async (request, context) => {
  const { organisationId } = request.actor;
  const site = await find(context.store.db, organisationId, 'site', request.params.site);
  await requireRoomFor(1, context.store, organisationId, context.blobs);
  const sent = await readFiles(request.incoming, limits, async (content, fileName, field) => ({
    field,
    photo: await store(context, organisationId, content, fileName),
  }));
  await request.identifyAgain();
  const payload = sent.map(({ field, photo }) => [field, photo.file_name, photo.sha256]);
  return await withIdempotency(
    request,
    context,
    (atomically) => atomically((inside) => save(sent, site.id, request, inside)),
    payload,
  );
};

async function save(
  sent: readonly { readonly photo: NewPhoto }[],
  siteId: string,
  request: HandlerRequest,
  context: RestContext,
): Promise<HandlerResult<ReplyOf<'uploadPhotos', never>>> {
  const photosById = new Map(sent.map(({ photo }) => [photoId(siteId, photo.sha256), photo]));
  const records = await commitBatch(context.commitContext, request.author, async (batch) => {
    const { photos } = batch.tx.settings;
    const creates = [...photosById].map(
      ([id, { place, ...photo }]) =>
        ({
          op: 'create',
          kind: 'photo',
          id,
          set: { ...photo, ...(photos.keep_location && place), site_id: siteId },
        }) as const,
    );
    await batch.read(creates);
    const fresh = creates.filter(({ id }) => batch.world.record(id) === undefined);
    const more = fresh.reduce((sum, { set }) => sum + set.bytes, 0);
    requireRoom(await fileBytes(batch.tx.trx, batch.tx.orgId, 'photo'), more, photos.quota_bytes);
    await applyAll(batch, fresh);
    return creates.map(({ id }) => batch.world.record(id)).filter((record) => record !== undefined);
  });
  const [first] = records;
  return {
    // Location can name only one of them.
    ...(first ? { location: pathOf(first.id) } : {}),
    body: { data: records.map((record) => showPhoto(record, context)) },
  };
}

export const listSitePhotos: Handler<'listSitePhotos'> = async (request, context) => {
  const { id } = await find(context.store.db, request.actor.organisationId, 'site', request.params.site);
  return {
    body: await listed(request, context, 'photo', { site_id: id }, (record) => showPhoto(record, context)),
  };
};

function showPhoto(record: StoredRecord, context: RestContext) {
  return present(photoReply, record, { url: `${context.baseUrl()}${pathOf(record.id)}` });
}

export const getPhoto: Handler<'getPhoto'> = async ({ actor, params }, context) => {
  const { body } = await find(context.store.db, actor.organisationId, 'photo', params.photo);
  const sha256 = String(body['sha256']);
  const file = await context.blobs.open(actor.organisationId, sha256);
  if (!file) throw new Problem('photo_gone', 'The server has no file for this photo. Upload the picture again.');
  const isSheet = body['media_type'] === sheetType;
  return {
    body: {
      ...file,
      sha256,
      mediaType: String(body['media_type']),
      name: String(body['file_name'] ?? (isSheet ? 'sheet.pdf' : 'photo')),
      // A PDF is opened by the reader's own viewer, never as a page of this server.
      disposition: isSheet ? 'attachment' : 'inline',
    },
  };
};

type NewPhoto = Awaited<ReturnType<typeof store>>;

async function store(
  context: RestContext,
  organisationId: string,
  content: AsyncIterable<Uint8Array>,
  fileName: string | null,
) {
  const photo = await keepPhoto(context.blobs, organisationId, await readPhoto(content, limits.bytesPerFile));
  return { ...photo, file_name: fileName?.slice(0, 255) ?? null };
}

/** One photo for each site and content: the id is derived from both (UUID version 8, RFC 9562). */
function photoId(siteId: string, sha256: string): string {
  const bytes = createHash('sha256').update(`${siteId} ${sha256}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const text = bytes.toString('hex');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

function pathOf(id: string): string {
  return `/api/v1/photos/${id}`;
}
