/** Settings from the environment (README, Settings): each has a default, and an invalid one stops the start with its name. */
import * as z from 'zod';
import { plainMessage } from '../../shared/model/validation-messages.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  ORGANISATION_NAME: z.string().trim().min(1).max(160).default('First organisation'),
  SITEFILE_ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,300}$/)
    .optional(),
  WEBHOOK_ALLOW: z.string().default(''),
  WEBHOOK_CA_FILE: z.string().optional(),
  WEBHOOK_DISABLE_MIN_SPAN_SECONDS: z.coerce.number().int().min(0).max(604_800).default(0),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.string().refine(isOrigin, 'must be exact origins, such as https://app.example'))),
  SIGNATURE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/)
    .default('X-Service-Signature'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\p{Cc}<>]*<[^\p{Cc}<>\s]+@[^\p{Cc}<>\s]+>$|^[^\p{Cc}<>\s]+@[^\p{Cc}<>\s]+$/u,
      'must be an address, or a name and <an address>',
    )
    .optional(),
  FEED_POLL_MS: z.coerce.number().int().min(10).max(60_000).default(1000),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where callers reach the server; null = the address it listens on. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Of the organisation that the very first start creates. */
  readonly organisationName: string;
  readonly adminToken: string | undefined;
  readonly webhookAllow: readonly string[];
  readonly webhookCaFile: string | undefined;
  /** How long ten failures in a row must have taken to disable a webhook. */
  readonly webhookDisableMinSpanSeconds: number;
  /** Origins whose pages may read responses. */
  readonly corsOrigins: readonly string[];
  readonly signatureHeader: string;
  /** The SMTP server; undefined = e-mails wait. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address; set whenever `smtpUrl` is. */
  readonly mailFrom: string | undefined;
  /** Whether REST counts the requests of each token. */
  readonly rateLimit: boolean;
  /** How often the feeds are polled for commits of other processes. */
  readonly feedPollMs: number;
  readonly logLevel: string;
}

/** Throws an Error with one line for each error. Empty settings count as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given, { error: plainMessage });
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The settings are not valid.\n${faults.join('\n')}`);
  }
  const { data } = parsed;
  if (data.SMTP_URL && !data.MAIL_FROM)
    throw new Error('The settings are not valid.\nMAIL_FROM: is required with SMTP_URL');
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL?.replace(/\/$/, '') ?? null,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    organisationName: data.ORGANISATION_NAME,
    adminToken: data.SITEFILE_ADMIN_TOKEN,
    webhookAllow: listOf(data.WEBHOOK_ALLOW),
    webhookCaFile: data.WEBHOOK_CA_FILE,
    webhookDisableMinSpanSeconds: data.WEBHOOK_DISABLE_MIN_SPAN_SECONDS,
    corsOrigins: data.CORS_ORIGINS,
    signatureHeader: data.SIGNATURE_HEADER,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    rateLimit: data.RATE_LIMIT === 'on',
    feedPollMs: data.FEED_POLL_MS,
    logLevel: data.LOG_LEVEL,
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** As browsers send it: scheme, host and port only, and no asterisk. */
function isOrigin(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text;
}
