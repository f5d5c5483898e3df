/** What leads to the server and away from it: its address, TLS in front, mail. */
import type { Config } from '../../base/config.ts';
import { openTransport } from '../../followers/mail/send.ts';
import { ok, problem, warning, type Line } from './line.ts';

const patienceMs = 5_000;

export function address({ host, baseUrl, tlsCert }: Config): Line {
  const check = 'TLS';
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (baseUrl?.startsWith('https:')) return ok(check, `callers use ${baseUrl}`);
  if (tlsCert !== undefined) return ok(check, 'the server speaks TLS itself');
  if (!isLocal)
    return problem(
      check,
      `the server listens on ${host} without HTTPS`,
      'Put a proxy with TLS in front, bind HOST to 127.0.0.1, and set BASE_URL to the https address.',
    );
  if (baseUrl === null)
    return warning(
      check,
      `only this machine reaches the server`,
      'For others, put a proxy with TLS in front, and set BASE_URL.',
    );
  return warning(
    check,
    `callers use ${baseUrl}, without TLS`,
    'Tokens travel in the clear: put a proxy with TLS in front.',
  );
}

/** Asks the server where its callers do. */
export async function server({ baseUrl, host, port, tlsCert }: Config): Promise<Line[]> {
  const check = 'server';
  const scheme = tlsCert === undefined ? 'http' : 'https';
  const own = `${scheme}://${host.includes(':') ? `[${host}]` : host.replace('0.0.0.0', '127.0.0.1')}:${port}`;
  const url = `${baseUrl ?? own}/readyz`;
  const start = 'Start the server, or mend the proxy or the address in BASE_URL.';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    const text = await response.text();
    const { status, clock } = JSON.parse(text) as {
      readonly status?: string;
      readonly clock?: { alarm?: string | null } | null;
    };
    const alarm = clock?.alarm;
    return [
      response.ok
        ? ok(check, `${url} answers that it is ${status}`)
        : problem(
            check,
            `${url} answers ${response.status}: ${text.slice(0, 300)}`,
            'The other lines say more; the log says why.',
          ),
      ...(alarm ? [problem('clock', alarm, 'Set the clock right; “clock accept” says that it is.')] : []),
    ];
  } catch (error) {
    return [problem(check, `${url} does not answer: ${reason(error)}`, start)];
  }
}

/** Connects and signs in; sends nothing. */
export async function mail({ smtpUrl, mailFrom }: Config): Promise<Line> {
  const check = 'mail';
  if (!smtpUrl || !mailFrom)
    return warning(check, 'e-mails wait, because no server is set', 'Set SMTP_URL and MAIL_FROM.');
  const host = new URL(smtpUrl).host;
  const transport = await openTransport({ url: smtpUrl, from: mailFrom });
  try {
    await transport.probe();
    return ok(check, `${host} takes e-mails`);
  } catch (error) {
    return problem(
      check,
      `${host} takes no e-mails: ${reason(error)}`,
      'Check SMTP_URL, and whether this machine may connect there.',
    );
  } finally {
    transport.close();
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
