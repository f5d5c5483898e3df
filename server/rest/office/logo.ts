/** The logo of the organisation (contract, Exports, EX125): cleaned like a photo, stored by its hash, and named in the details. */
import { Problem } from '../../../shared/model/problem.ts';
import { logo as logoShape, readDetails } from '../../../shared/model/organisation.ts';
import type { ReplyOf } from '../../../shared/rest/rest.ts';
import { readFiles } from '../../http/multipart.ts';
import { isDrawable } from '../../photos/decode.ts';
import { keepPhoto, maxPixels, readPhoto } from '../../photos/keep.ts';
import { filesInUse } from '../../store/records/ended.ts';
import type { Handler } from '../request/handler-request.ts';
import { withIdempotency } from '../request/idempotency.ts';
import type { RestContext } from '../request/rest-context.ts';
import { changeOrganisation, feedOf, showOrganisation } from './organisation-row.ts';

const limits = { fields: ['logo'], files: 1, bytesPerFile: 2 * 1024 * 1024 };

export const uploadLogo: Handler<'uploadLogo'> = async (request, context) => {
  const { organisationId } = request.actor;
  const [sent] = await readFiles(request.incoming, limits, async (content) => {
    const bytes = await readPhoto(content, limits.bytesPerFile).catch(asLogo);
    if (!(await isDrawable(bytes, maxPixels))) throw noLogo();
    return { bytes, kept: await keepPhoto(context.blobs, organisationId, bytes) };
  });
  const parsed = logoShape.safeParse(sent?.kept);
  if (!sent || !parsed.success) throw noLogo();
  await request.identifyAgain();
  const logo = parsed.data;
  const before = await logoOf(context, organisationId);
  const result = await withIdempotency<ReplyOf<'uploadLogo', never>>(
    request,
    context,
    (atomically) =>
      atomically(async (inside) => {
        const feed = await changeOrganisation(request, inside, ({ details }) => {
          const held = readDetails(details);
          return held.logo?.sha256 === logo.sha256 ? null : { details: JSON.stringify({ ...held, logo }) };
        });
        // Another change may have ended this file since it was kept; none does so while this one has the lock.
        if ((await context.blobs.look(organisationId, logo.sha256)) === 'gone')
          await keepPhoto(context.blobs, organisationId, sent.bytes);
        return { body: showOrganisation(feed), revision: feed.revision };
      }),
    [logo.sha256],
  );
  await endLogo(context, organisationId, before);
  return result;
};

function noLogo(): Problem {
  return new Problem(
    'unsupported_media_type',
    'A logo is a JPEG or PNG file that can be drawn, of at most 40 megapixels.',
  );
}

/** What is refused as a photo is refused as a logo. */
function asLogo(error: unknown): never {
  throw error instanceof Problem && error.code === 'unsupported_media_type' ? noLogo() : error;
}

export const getLogo: Handler<'getLogo'> = async ({ actor }, context) => {
  const { logo } = readDetails((await feedOf(context.store.db, actor.organisationId)).details);
  if (!logo) throw new Problem('not_found', 'The organisation has no logo.');
  const file = await context.blobs.open(actor.organisationId, logo.sha256);
  if (!file) throw new Problem('photo_gone', 'The server has no file for the logo. Upload it again.');
  const name = logo.media_type === 'image/png' ? 'logo.png' : 'logo.jpg';
  return { body: { ...file, sha256: logo.sha256, mediaType: logo.media_type, name, disposition: 'inline' } };
};

export const removeLogo: Handler<'removeLogo'> = async (request, context) => {
  const { organisationId } = request.actor;
  const before = await logoOf(context, organisationId);
  await changeOrganisation(request, context, ({ details }) => {
    const { logo, ...others } = readDetails(details);
    return logo ? { details: JSON.stringify(others) } : null;
  });
  await endLogo(context, organisationId, before);
  return { body: null };
};

async function logoOf({ store }: Pick<RestContext, 'store'>, organisationId: string): Promise<string | null> {
  return readDetails((await feedOf(store.db, organisationId)).details).logo?.sha256 ?? null;
}

/** Removes the file of a logo that is not the logo any longer, unless something else has the same; under the lock, for it may become the logo again. */
async function endLogo(
  { store, blobs, commitContext }: RestContext,
  organisationId: string,
  sha256: string | null,
): Promise<void> {
  if (sha256 === null || (await logoOf({ store }, organisationId)) === sha256) return;
  await store.write(organisationId, commitContext.now, async ({ trx }) => {
    const used = await filesInUse(trx, organisationId, [sha256]);
    if (!used.has(sha256)) await blobs.remove(organisationId, sha256, Number.POSITIVE_INFINITY);
  });
}
