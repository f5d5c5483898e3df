/** Settings, from the environment (README, Settings): every one has a default, and a wrong one stops the start with its name. */
import * as z from 'zod';

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
  SIGNATURE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/)
    .default('X-Service-Signature'),
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
  /** Of the organisation that the very first start makes. */
  readonly organisationName: string;
  readonly adminToken: string | undefined;
  readonly webhookAllow: readonly string[];
  readonly webhookCaFile: string | undefined;
  readonly signatureHeader: string;
  /** Whether REST counts the requests of each token. */
  readonly rateLimit: boolean;
  readonly logLevel: string;
}

/** Throws an Error with one line a fault. Empty settings count as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The settings are not usable.\n${faults.join('\n')}`);
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL?.replace(/\/$/, '') ?? null,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    organisationName: data.ORGANISATION_NAME,
    adminToken: data.SITEFILE_ADMIN_TOKEN,
    webhookAllow: data.WEBHOOK_ALLOW.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    webhookCaFile: data.WEBHOOK_CA_FILE,
    signatureHeader: data.SIGNATURE_HEADER,
    rateLimit: data.RATE_LIMIT === 'on',
    logLevel: data.LOG_LEVEL,
  };
}
