/** The profile of an organisation beside its name (contract, Organisation); null = not given. */
import * as z from 'zod';
import industries from '../reference/industries.json' with { type: 'json' };
import { email, oneLine, text } from './fields.ts';
import { longestTag } from './language.ts';
import { settingsSchema } from './settings.ts';

const industryIds: readonly string[] = industries.map(({ id }) => id);

export const organisationDetails = z.object({
  trading_name: text(160).default(null),
  company_number: text(40).default(null),
  registered_address: text(500).default(null),
  phone: text(40).default(null),
  /** Contact address for the account, for example when a webhook is disabled. */
  email: email.default(null),
  /** Of the IANA database, such as `Europe/London`. */
  timezone: z
    .string()
    .max(60)
    .refine((zone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone: zone })), 'must be an IANA time zone')
    .nullable()
    .default(null),
  /** BCP 47, such as `en-GB`. */
  locale: z
    .string()
    .max(longestTag)
    .refine((locale) => isKnown(() => Intl.getCanonicalLocales(locale)), 'must be a language tag')
    .nullable()
    .default(null),
  industry_id: z
    .uuid()
    .toLowerCase()
    .refine((id) => industryIds.includes(id), 'must be one of GET /api/v1/industries')
    .nullable()
    .default(null),
});
export type OrganisationDetails = z.infer<typeof organisationDetails>;

/** All fields that a PUT may change. */
export const organisationFields = z.object({
  name: oneLine(160),
  ...organisationDetails.shape,
  settings: settingsSchema(),
});

/** A stored picture, printed on exports. Set by an endpoint of its own, never with the other details. */
export const logo = z.object({
  sha256: z.string(),
  media_type: z.enum(['image/jpeg', 'image/png']),
  bytes: z.int(),
  /** Pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});

/** In which documents are written where an organisation has not said. */
export const usualLocale = 'en-GB';

interface StoredDetails extends OrganisationDetails {
  readonly logo: z.infer<typeof logo> | null;
}

const saysNothing: StoredDetails = { ...organisationDetails.parse({}), logo: null };

/** From stored JSON: validated when it was written, and still accepted if a value has left its list since. */
export function readDetails(stored: string): StoredDetails {
  return { ...saysNothing, ...(JSON.parse(stored) as Partial<StoredDetails>) };
}

/** Intl throws a RangeError for unknown values. */
function isKnown(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
