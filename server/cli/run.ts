/** The command line: runs a command, prints its result, and turns an error into one line on stderr and exit code 1. */
import { parseArgs } from 'node:util';
import { Problem } from '../../shared/model/problem.ts';
import { Verdict, type Options, type Terminal } from './terminal.ts';

interface Command {
  readonly about: string;
  /** What its one word is; absent = it takes none. */
  readonly word?: string;
  /** Options with a value. */
  readonly options?: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Loaded on demand, so a server does not load the other commands. `word` is not empty where the command takes one. */
  load(): Promise<(terminal: Terminal, options: Options, word: string) => Promise<unknown>>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: 'start the server; SIGTERM stops it cleanly',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    about: 'migrate the store and exit',
    load: async () => (await import('./migrate.ts')).migrateStore,
  },
  'org create': {
    about: 'create a further organisation',
    options: ['name'],
    load: async () => (await import('./org.ts')).createOrg,
  },
  'token create': {
    about: 'create a token, shown once',
    options: ['role', 'scopes', 'name', 'org', 'actor', 'expires', 'days'],
    load: async () => (await import('./token.ts')).createToken,
  },
  'token list': {
    about: 'list the tokens of an organisation',
    options: ['org'],
    load: async () => (await import('./token.ts')).listTokens,
  },
  'token revoke': {
    about: 'revoke a token and all that were made with it',
    word: 'id',
    options: ['org'],
    flags: ['keep-children'],
    load: async () => (await import('./token.ts')).revokeToken,
  },
  'sign-in code': {
    about: 'print the code that makes the first administrator at /office/start',
    options: [],
    load: async () => (await import('./sign-in.ts')).showCode,
  },
  'sign-in link': {
    about: 'print a link that signs a user in, once: --email, --org',
    options: ['email', 'org'],
    load: async () => (await import('./sign-in.ts')).printLink,
  },
  'sign-in remove-passkeys': {
    about: 'remove the passkeys of a user who lost them: --email, --org',
    options: ['email', 'org'],
    load: async () => (await import('./sign-in.ts')).forgetPasskeys,
  },
  'sample load': {
    about: 'load the sample organisation through a running server',
    options: ['url', 'token', 'dir'],
    load: async () => (await import('./sample.ts')).loadSample,
  },
  'unsent show': {
    about: 'list the unsent work in an exported file',
    options: ['file', 'passphrase-file'],
    load: async () => (await import('./unsent.ts')).showUnsent,
  },
  'unsent import': {
    about: 'send the unsent work in an exported file',
    options: ['file', 'passphrase-file', 'url', 'token'],
    load: async () => (await import('./unsent.ts')).importUnsent,
  },
  'clock accept': {
    about: 'say that the clock of this machine is right, when writes wait because it jumped or went back',
    load: async () => (await import('./clock.ts')).acceptClock,
  },
  backup: {
    about: 'back up into a new or empty folder, while the server runs',
    word: 'folder',
    flags: ['with-keys'],
    load: async () => (await import('./backup/backup.ts')).backUp,
  },
  restore: {
    about: 'restore a backup into an empty place',
    word: 'folder',
    options: ['manifest-sha256'],
    flags: ['accept-missing', 'without-key', 'destroy-present-data'],
    load: async () => (await import('./backup/restore.ts')).restore,
  },
  'verify-backup': {
    about: 'check a backup: its files, its database, and what verify finds in it',
    word: 'folder',
    options: ['manifest-sha256'],
    flags: ['accept-missing'],
    load: async () => (await import('./backup/drill.ts')).verifyBackup,
  },
  drill: {
    about: 'restore a backup into a scratch folder, compare, and remove it again',
    word: 'folder',
    options: ['manifest-sha256'],
    flags: ['accept-missing', 'without-key'],
    load: async () => (await import('./backup/drill.ts')).drill,
  },
  'keys replace': {
    about: 'give up a lost key, and take the present one',
    flags: ['give-up-old-key'],
    load: async () => (await import('./keys.ts')).replaceKey,
  },
  doctor: {
    about: 'look at this installation from inside and outside, and say what to mend',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  verify: {
    about: 'compare every record, event and token with the audit log, and every hash, file, seal and tablet chain',
    flags: ['without-files'],
    load: async () => (await import('./verify.ts')).verify,
  },
};

/** Returns the exit code. With `--json` the result is one line of JSON on stdout. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (!command || name === undefined) {
    const wanted = words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '');
    (wanted ? terminal.print : terminal.complain)(help(wanted ? null : words.join(' ')));
    return wanted ? 0 : 1;
  }
  try {
    const { options, word, asJson } = readWords(name, command, words.slice(name.split(' ').length));
    const run = await command.load();
    const result = await run(terminal, options, word);
    if (result instanceof Verdict) return tell(result, asJson, terminal);
    if (result !== undefined) terminal.print(asJson ? JSON.stringify(result) : plain(result));
    return 0;
  } catch (error) {
    terminal.complain(`sitefile ${name}: ${reason(error)}`);
    return 1;
  }
}

/** Throws where a word is missing, and where there is anything that the command does not take. */
function readWords(name: string, command: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(['json', ...(command.flags ?? [])].map((flag) => [flag, { type: 'boolean' as const }])),
        ...Object.fromEntries((command.options ?? []).map((option) => [option, { type: 'string' as const }])),
      },
    });
    const [word = ''] = positionals;
    const surplus = positionals.slice(command.word === undefined ? 0 : 1);
    if (surplus.length > 0) throw new Error(`“${surplus.join(' ')}” is too much`);
    if (command.word !== undefined && word === '') throw new Error(`the ${command.word} is missing`);
    const { json, ...given } = values;
    const options = Object.fromEntries(Object.entries(given).map(([option, value]) => [option, String(value)]));
    return { options, word, asJson: json === true };
  } catch (error) {
    throw new Error(`${reason(error)}\nusage: ${usageOf(name, command)} [--json]`, { cause: error });
  }
}

function usageOf(name: string, { word, options = [], flags = [] }: Command): string {
  const parts = [...options.map((option) => `[--${option} <value>]`), ...flags.map((flag) => `[--${flag}]`)];
  return ['sitefile', name, ...(word === undefined ? [] : [`<${word}>`]), ...parts].join(' ');
}

function tell({ isGood, report, lines }: Verdict, asJson: boolean, terminal: Terminal): number {
  for (const line of asJson ? [JSON.stringify(report)] : lines) terminal.print(line);
  return isGood ? 0 : 1;
}

function help(unknown: string | null): string {
  const lines = Object.entries(commands).map(([name, each]) => `  ${usageOf(name, each)}\n      ${each.about}`);
  const head = unknown === null ? 'sitefile <command> [--json]' : `sitefile: there is no command “${unknown}”`;
  return [head, '', ...lines].join('\n');
}

function plain(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? '(none)' : result.map(plain).join('\n');
  if (typeof result !== 'object' || result === null) return String(result);
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('  ');
}

function reason(error: unknown): string {
  if (error instanceof Problem) {
    const fields = error.errors.map(({ pointer, detail }) => `${pointer ?? ''} ${detail}`.trim());
    return [error.detail, ...fields].join(' · ');
  }
  return error instanceof Error ? error.message : String(error);
}
