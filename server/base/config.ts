/** Settings from the environment (README, Settings): each has a default, and an invalid one stops the start with its name. */
import * as z from 'zod';
import { plainMessage } from '../../shared/model/validation-messages.ts';
import { isRange } from './addresses.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const address = /^[^\p{Cc}<>]*<[^\p{Cc}<>\s]+@[^\p{Cc}<>\s]+>$|^[^\p{Cc}<>\s]+@[^\p{Cc}<>\s]+$/u;
const bytes = z.coerce.number().int().min(1);
const list = z.string().default('').transform(listOf);

/** By the name of each setting: its variable, and the value that it is read as. */
const settings = {
  port: ['PORT', port.default(8080)],
  host: ['HOST', z.string().default('127.0.0.1')],
  /** Where callers reach the server; null = the address that it listens on. */
  baseUrl: [
    'BASE_URL',
    z
      .url()
      .transform((url) => url.replace(/\/$/, ''))
      .nullable()
      .default(null),
  ],
  /** Addresses and CIDR blocks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustedProxies: [
    'TRUSTED_PROXIES',
    list.pipe(z.array(z.string().refine(isRange, 'must be addresses or CIDR blocks, such as 10.0.0.0/8'))),
  ],
  /** PEM files; both or neither. */
  tlsCert: ['TLS_CERT', z.string().optional()],
  tlsKey: ['TLS_KEY', z.string().optional()],
  /** What monitoring sends as a bearer token; undefined = no metrics. */
  metricsToken: ['METRICS_TOKEN', optional(/^[\x21-\x7e]{16,300}$/, 'must be 16 to 300 printable characters')],
  dataDir: ['DATA_DIR', z.string().default('./data')],
  /** Folder of the key file; undefined = `keys` in the data folder. */
  keyDir: ['KEY_DIR', z.string().optional()],
  /** The root of all keys, instead of a key file. */
  secretKey: ['SECRET_KEY', optional(/^[\x21-\x7e]{32,1000}$/, 'must be 32 to 1000 printable characters')],
  databaseUrl: ['DATABASE_URL', optional(/^postgres(ql)?:\/\//, 'must begin with postgres://')],
  /** Of the organisation that the very first start creates. */
  organisationName: ['ORGANISATION_NAME', z.string().trim().min(1).max(160).default('First organisation')],
  adminToken: ['SITEFILE_ADMIN_TOKEN', optional(/^[\x21-\x7e]{16,300}$/, 'must be 16 to 300 printable characters')],
  webhookAllow: ['WEBHOOK_ALLOW', list],
  webhookCaFile: ['WEBHOOK_CA_FILE', z.string().optional()],
  /** The shortest time from the first of ten or more failures in a row to the one that disables a webhook. */
  webhookDisableMinSpanSeconds: [
    'WEBHOOK_DISABLE_MIN_SPAN_SECONDS',
    z.coerce.number().int().min(0).max(604_800).default(900),
  ],
  /** Origins whose pages may read responses. */
  corsOrigins: [
    'CORS_ORIGINS',
    list.pipe(z.array(z.string().refine(isOrigin, 'must be exact origins, such as https://app.example'))),
  ],
  signatureHeader: [
    'SIGNATURE_HEADER',
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/)
      .default('X-Service-Signature'),
  ],
  /** The SMTP server; undefined = e-mails wait. */
  smtpUrl: ['SMTP_URL', optional(/^smtps?:\/\/[^\s/]+/, 'must begin with smtp:// or smtps://')],
  /** `Name <address>` or an address; set whenever `smtpUrl` is. */
  mailFrom: ['MAIL_FROM', optional(address, 'must be an address, or a name and <an address>')],
  /** The sign-in provider (OpenID Connect); undefined = only links sign in. */
  oidcIssuer: ['OIDC_ISSUER', z.url().refine(isIssuer, 'must begin with https://, or name this machine').optional()],
  oidcClientId: ['OIDC_CLIENT_ID', optional(/^[\x21-\x7e]{1,300}$/, 'must be printable characters')],
  oidcClientSecret: ['OIDC_CLIENT_SECRET', optional(/^[\x21-\x7e]{1,1000}$/, 'must be printable characters')],
  /** On the button; undefined = the host of the issuer. */
  oidcName: ['OIDC_NAME', optional(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters')],
  /** Role of users whom the provider knows and Sitefile does not; undefined = they are refused. */
  oidcNewUsers: ['OIDC_NEW_USERS', z.enum(['manager', 'author', 'supervisor', 'viewer']).optional()],
  /** Hours between two comparisons of the store with its audit log; 0 = only when asked for. */
  integrityCheckHours: ['INTEGRITY_CHECK_HOURS', z.coerce.number().int().min(0).max(720).default(24)],
  /** Folder of the backup folders, for `doctor`. */
  backupDir: ['BACKUP_DIR', z.string().optional()],
  /** How often the feeds are polled for commits of other processes. */
  feedPollMs: ['FEED_POLL_MS', z.coerce.number().int().min(10).max(60_000).default(1000)],
  /** What one organisation may store: bodies of records, files of exports, half uploads, and refused commands. */
  recordBytesByOrganisation: ['RECORD_BYTES_PER_ORGANISATION', bytes.default(10 * 2 ** 30)],
  exportBytesByOrganisation: ['EXPORT_BYTES_PER_ORGANISATION', bytes.default(10 * 2 ** 30)],
  uploadBytesByOrganisation: ['UPLOAD_BYTES_PER_ORGANISATION', bytes.default(2 * 2 ** 30)],
  refusedBytesByOrganisation: ['REFUSED_BYTES_PER_ORGANISATION', bytes.default(256 * 2 ** 20)],
  refusedRowsByOrganisation: ['REFUSED_COMMANDS_PER_ORGANISATION', z.coerce.number().int().min(1).default(100_000)],
  /** Whether requests are counted (http/limits.ts). */
  rateLimit: [
    'RATE_LIMIT',
    z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
  ],
  logLevel: ['LOG_LEVEL', z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info')],
} as const satisfies Readonly<Record<string, readonly [variable: string, schema: z.ZodType]>>;

export type Config = { readonly [Name in keyof typeof settings]: z.output<(typeof settings)[Name][1]> };

/** Throws an Error with one line for each error. Empty settings count as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const errors: string[] = [];
  const values = Object.entries(settings).map(([name, [variable, schema]]) => {
    const { data, error } = schema.safeParse(environment[variable] || undefined, { error: plainMessage });
    errors.push(...(error?.issues ?? []).map(({ message }) => `${variable}: ${message}`));
    return [name, data];
  });
  const config = Object.fromEntries(values) as Config; // each by its own schema
  if (config.smtpUrl && !config.mailFrom) errors.push('MAIL_FROM: is required with SMTP_URL');
  if ((config.oidcIssuer === undefined) !== (config.oidcClientId === undefined))
    errors.push('OIDC_ISSUER, OIDC_CLIENT_ID: set both, or neither');
  if (config.keyDir && config.secretKey) errors.push('KEY_DIR: has no effect beside SECRET_KEY; set one of them');
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined))
    errors.push('TLS_CERT, TLS_KEY: set both, or neither');
  if (errors.length > 0) throw new Error(`The settings are not valid.\n${errors.join('\n')}`);
  return config;
}

function optional(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message).optional();
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Plain http only to a provider on this machine, as tests run one. */
function isIssuer(text: string): boolean {
  const { protocol, hostname = '', search, hash } = URL.parse(text) ?? {};
  if (search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** As browsers send it: scheme, host and port only, and no asterisk. */
function isOrigin(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text;
}
