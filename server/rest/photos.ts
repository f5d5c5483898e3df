/** Photos of a site: streamed to the blob store, known by their content, so that sending one again is free (interface section 4.2). */
import { createHash } from 'node:crypto';
import { Problem } from '../../shared/problem.ts';
import type { ReplyOf } from '../../shared/rest.ts';
import { photoReply } from '../../shared/rest-shapes.ts';
import { applyAll, commitBatch } from '../commit.ts';
import { BlobTooLargeError } from '../store/blobs.ts';
import type { Answer, Call, Handler } from './call.ts';
import { find } from './find.ts';
import type { RestHouse } from './house.ts';
import { ImageHead } from './image-head.ts';
import { readFiles } from './multipart.ts';
import { once } from './once.ts';
import { present } from './present.ts';

const limits = { fields: ['photos[]', 'photos'], files: 10, bytesPerFile: 15 * 1024 * 1024 };

export const uploadPhotos: Handler<'uploadPhotos'> = async (call, house) => {
  const { organisationId } = call.actor;
  const site = await find(house.store.db, organisationId, 'site', call.params.site);
  const sent = await readFiles(call.request, limits, async (content, fileName, field) => ({
    field,
    photo: await store(house, organisationId, content, fileName),
  }));
  const payload = sent.map(({ field, photo }) => [field, photo.file_name, photo.sha256]);
  return await once(call, house, (atomically) => atomically((inside) => save(sent, site.id, call, inside)), payload);
};

async function save(
  sent: readonly { readonly photo: NewPhoto }[],
  siteId: string,
  call: Call,
  house: RestHouse,
): Promise<Answer<ReplyOf<'uploadPhotos', never>>> {
  const photosById = new Map(sent.map(({ photo }) => [photoId(siteId, photo.sha256), photo]));
  const records = await commitBatch(house.ground, call.author, async (batch) => {
    const creates = [...photosById].map(
      ([id, photo]) => ({ op: 'create', kind: 'photo', id, set: { ...photo, site_id: siteId } }) as const,
    );
    await batch.read(creates);
    await applyAll(
      batch,
      creates.filter(({ id }) => batch.world.record(id) === undefined),
    );
    return creates.map(({ id }) => batch.world.record(id)).filter((record) => record !== undefined);
  });
  return {
    body: {
      data: records.map((record) => present(photoReply, record, { url: `${house.baseUrl()}${pathOf(record.id)}` })),
    },
  };
}

export const getPhoto: Handler<'getPhoto'> = async ({ actor, params }, house) => {
  const { id, body } = await find(house.store.db, actor.organisationId, 'photo', params.photo);
  const sha256 = String(body['sha256']);
  const file = await house.blobs.open(actor.organisationId, sha256);
  if (!file) throw new Error(`the file of photo ${id} is not in the blob store`);
  return {
    body: {
      ...file,
      sha256,
      mediaType: String(body['media_type']),
      name: String(body['file_name'] ?? 'photo'),
      disposition: 'inline',
    },
  };
};

type NewPhoto = Awaited<ReturnType<typeof store>>;

async function store(
  house: RestHouse,
  organisationId: string,
  content: AsyncIterable<Uint8Array>,
  fileName: string | null,
) {
  const head = new ImageHead();
  try {
    const { sha256, size } = await house.blobs.put(organisationId, seenBy(head, content), limits.bytesPerFile);
    return { sha256, bytes: size, media_type: head.type, file_name: fileName?.slice(0, 255) ?? null, ...head.size };
  } catch (error) {
    if (error instanceof BlobTooLargeError)
      throw new Problem('payload_too_large', `A photo is larger than ${error.maxBytes} bytes.`);
    throw error;
  }
}

/** Judges the file by its first bytes on its way to the store, so that what is no photo is never kept. */
async function* seenBy(head: ImageHead, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    head.add(chunk);
    yield chunk;
  }
  void head.type;
}

/** One photo a site and content: an id made of both (UUID version 8, RFC 9562). */
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
