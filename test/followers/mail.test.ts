/** E-mails on their way out, to a real SMTP server (contract, E-mail). */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/base/config.ts';
import { openMailFollower } from '../../server/followers/mail.ts';
import type { PollLoop } from '../../server/followers/poll-loop.ts';
import { openTransport } from '../../server/followers/mail/send.ts';
import { openLog } from '../../server/base/log.ts';
import { insertMail, type NewMail } from '../../server/store/queues/mails.ts';
import type { MailTable } from '../../server/store/tables/mails.ts';
import { engines } from '../kit/engines.ts';
import { openMailbox, type Mailbox, type MailboxOptions } from '../kit/mailbox.ts';
import { alone, openWorld, type World, type WorldOptions } from '../kit/world.ts';

const minute = 60_000;

interface Post extends AsyncDisposable {
  readonly world: World;
  readonly box: Mailbox;
  /** As a change would leave it behind; due at once. */
  write(mail?: Partial<NewMail>): Promise<string>;
  rows(): Promise<MailTable[]>;
}

async function openPost(options: WorldOptions & MailboxOptions = {}): Promise<Post> {
  await using opened = new AsyncDisposableStack();
  const box = opened.use(await openMailbox(options));
  const environment = {
    ...alone,
    SMTP_URL: box.url,
    MAIL_FROM: 'Sitefile <post@sitefile.example>',
    ...options.environment,
  };
  const world = opened.use(await openWorld({ ...options, environment }));
  // The first round of all comes by itself, and must not take what is written here.
  await world.app.mail.run();
  const owned = opened.move();
  return {
    world,
    box,
    write: async (mail = {}) => {
      const { store, newId, now } = world.app.commitContext;
      const id = newId();
      const about = { id, dedupe_key: id, recipient: 'site@firm.example', subject: 'Review due', body: 'Please look.' };
      const created_at = new Date(now()).toISOString();
      await store.transaction((trx) => insertMail(trx, world.organisationId, { ...about, created_at, ...mail }));
      return id;
    },
    rows: () => world.app.commitContext.store.db.selectFrom('mail').selectAll().orderBy('id').execute(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe.each(engines)('e-mail on %s', (engine) => {
  test('[ML1] a mail goes to the SMTP server once, as plain text, under its own id', async () => {
    await using post = await openPost({ engine });
    const { world, box } = post;
    const id = await post.write({ subject: 'Prüfung fällig – Block C', body: 'Zeile 1\n.\nZeile 3 = ende' });
    expect(await world.app.mail.run()).toBe(1);
    expect(await world.app.mail.run()).toBe(0);
    expect(box.mails).toHaveLength(1);
    const [mail] = box.mails;
    expect(mail).toMatchObject({ from: 'post@sitefile.example', to: ['site@firm.example'] });
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Sitefile <post@sitefile.example>',
      to: 'site@firm.example',
      subject: 'Prüfung fällig – Block C',
      'message-id': `<${id}@sitefile.example>`,
      'content-type': 'text/plain; charset=utf-8',
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe('Zeile 1\n.\nZeile 3 = ende');
    expect(await post.rows()).toMatchObject([{ attempts: 1, failed_at: null, lease_token: null }]);
    expect((await post.rows())[0]?.sent_at).toBe(new Date(world.clock.now()).toISOString());
  });

  test('[ML2] a refused mail is tried after 1, 5, 30 minutes, 2 and 12 hours, then given up', async () => {
    await using post = await openPost({ engine, answer: () => 451 });
    const { world, box } = post;
    await post.write();
    expect(await world.app.mail.run()).toBe(1);
    for (const [i, minutes] of [1, 5, 30, 120, 720].entries()) {
      world.clock.advance(minutes * minute - 1);
      expect(await world.app.mail.run()).toBe(0);
      world.clock.advance(1);
      expect(await world.app.mail.run()).toBe(1);
      expect(box.attempts).toHaveLength(i + 2);
    }
    world.clock.advance(10_000 * minute);
    expect(await world.app.mail.run()).toBe(0);
    const [row] = await post.rows();
    expect(row).toMatchObject({ attempts: 6, sent_at: null, due_at: null, failure: 'EMESSAGE: 451 refused' });
    expect(row?.failed_at).not.toBeNull();
    expect(new Set(box.attempts.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
  });

  test('[ML2] while the server is down mails wait, and each is delivered once when it is back', async () => {
    await using post = await openPost({ engine });
    const { world, box } = post;
    await box.close();
    for (let i = 0; i < 9; i++) await post.write({ subject: `Mail ${i}` });
    expect(await world.app.mail.run()).toBe(9);
    await using back = await openMailbox({ port: box.port });
    expect(await world.app.mail.run()).toBe(0);
    world.clock.advance(minute);
    expect(await world.app.mail.run()).toBe(9);
    expect(back.mails).toHaveLength(9);
    expect(new Set(back.mails.map(({ headers }) => headers.get('subject')))).toEqual(
      new Set(Array.from({ length: 9 }, (_, i) => `Mail ${i}`)),
    );
  });

  test('[ML3] two servers on one store never send the same mail', async () => {
    await using post = await openPost({ engine });
    const { world, box } = post;
    await using other = await secondServer(world, box);
    for (let i = 0; i < 20; i++) await post.write();
    await Promise.all([world.app.mail.run(), other.mail.run(), world.app.mail.run(), other.mail.run()]);
    expect(box.mails).toHaveLength(20);
    expect(new Set(box.mails.map(({ headers }) => headers.get('message-id'))).size).toBe(20);
    expect(new Set((await post.rows()).map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  test('[ML3] the mail of a dead server is sent by another, recognisable as a repeat', async () => {
    const [arrived, late] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
    await using post = await openPost({
      engine,
      // The first time the answer comes when the lease has long run out.
      answer: (_mail, index) => (index === 0 ? (arrived.resolve(), late.promise) : null),
    });
    const { world, box } = post;
    await using other = await secondServer(world, box);
    await other.mail.run(); // its first look is over before there is a mail
    const id = await post.write();
    const hanging = world.app.mail.run();
    await arrived.promise;
    expect(await other.mail.run()).toBe(0);
    world.clock.advance(4 * minute);
    expect(await other.mail.run()).toBe(1);
    expect(box.attempts.map(({ headers }) => headers.get('message-id'))).toEqual(
      Array.from({ length: 2 }, () => `<${id}@sitefile.example>`),
    );
    late.resolve(451);
    await hanging;
    expect(await post.rows()).toMatchObject([{ sent_at: expect.any(String), failed_at: null, attempts: 2 }]);
  });

  test('[ML7] the tenth failure of a webhook disables it, and exactly one mail says so', async () => {
    await using post = await openPost({ engine, environment: { WEBHOOK_DISABLE_MIN_SPAN_SECONDS: '0' } });
    const { world, box } = post;
    const receiver = await world.receiver(['document.created']);
    receiver.answer(500);
    for (let i = 0; i < 12; i++)
      await world.api('POST', '/api/v1/documents', { title: `Document ${i}`, document_type: 'rams' });
    await world.app.webhooks.run();
    await world.app.mail.run();
    const disabled = box.mails.filter(({ headers }) => /was disabled/.test(headers.get('subject') ?? ''));
    expect(disabled).toHaveLength(1);
    expect(disabled[0]?.to).toEqual(['post@sitefile.example']);
    expect(disabled[0]?.text).toContain('127.0.0.1');
  });
});

test('[ML4] without SMTP_URL mails wait, /readyz says so, and they are sent later', async () => {
  await using box = await openMailbox();
  await using world = await openWorld();
  const { store, newId, now } = world.app.commitContext;
  const about = {
    recipient: 'a@firm.example',
    subject: 'Waiting',
    body: '',
    created_at: new Date(now()).toISOString(),
  };
  await store.transaction((trx) =>
    insertMail(trx, world.organisationId, { id: newId(), dedupe_key: 'waiting', ...about }),
  );
  expect(await world.app.mail.run()).toBe(0);
  expect((await world.api('GET', '/readyz')).body).toMatchObject({ status: 'ready', mail: 'not_configured' });
  await using other = await secondServer(world, box);
  await other.mail.run();
  expect(box.mails).toHaveLength(1);
});

const hostile = [
  'Roof\r\nBcc: everybody@else.example',
  'Roof\nBcc: everybody@else.example\n\nYou have won',
  'Roof\u2028Bcc: everybody@else.example\u0085\u000bX-Evil: 1',
  'Roof\u0007\u001b[31m\r\n.\r\nMAIL FROM:<evil@else.example>',
  `=?utf-8?Q?Roof=0D=0ABcc:_everybody@else.example?=`,
  'Roof \ud800 half a pair',
];

test.each(hostile)('[ML5] line ends and controls in a subject or a name are inert: %j', async (subject) => {
  await using post = await openPost();
  await post.write({ subject, body: `${subject}\r\n.\r\nQUIT\r\n` });
  await post.world.app.mail.run();
  expect(post.box.attempts).toHaveLength(1);
  const [mail] = post.box.mails;
  expect(mail?.to).toEqual(['site@firm.example']);
  const named = mail?.head.filter((line) => /^[\w-]+:/.test(line)).map((line) => line.split(':')[0]?.toLowerCase());
  expect(named?.toSorted()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  expect(mail?.text).toContain('QUIT');
});

test('[ML6] a mail to nobody goes to the organisation, or else to MAIL_FROM', async () => {
  await using post = await openPost();
  const { world, box } = post;
  await post.write({ recipient: '' });
  await world.app.mail.run();
  const details = JSON.stringify({ email: 'safety@firm.example' });
  await world.app.commitContext.store.transaction((trx) => trx.updateTable('feed').set({ details }).execute());
  await post.write({ recipient: '' });
  await world.app.mail.run();
  expect(box.mails.map(({ to }) => to)).toEqual([['post@sitefile.example'], ['safety@firm.example']]);
});

const noAddresses = [
  'nobody',
  'a@b.example, c@d.example',
  'A <a@b.example>',
  'a@b.example\r\nRCPT TO:<c@d.example>',
  '@',
  ' ',
];

test.each(noAddresses)(
  '[ML6] what is no address is given up at once, and no server hears of it: %j',
  async (recipient) => {
    await using post = await openPost();
    await post.write({ recipient });
    await post.world.app.mail.run();
    expect(post.box.attempts).toEqual([]);
    expect(await post.rows()).toMatchObject([
      { sent_at: null, failed_at: expect.any(String), failure: 'the recipient is not an e-mail address' },
    ]);
  },
);

test('[ML8] SMTP_URL and MAIL_FROM are checked at the start, without telling the password', () => {
  const faults = [
    { SMTP_URL: 'https://user:geheim@mail.example', MAIL_FROM: 'a@b.example' },
    { SMTP_URL: 'smtp://user:geheim@mail.example' },
    { SMTP_URL: 'smtp://user:geheim@mail.example', MAIL_FROM: 'nobody' },
    { SMTP_URL: 'smtp://user:geheim@mail.example', MAIL_FROM: 'A <a@b.example>\r\nBcc: c@d.example' },
  ];
  for (const environment of faults) {
    expect(() => readConfig(environment)).toThrow(/SMTP_URL|MAIL_FROM/);
    expect(() => readConfig(environment)).not.toThrow(/geheim/);
  }
  expect(readConfig({ SMTP_URL: 'smtps://mail.example:465', MAIL_FROM: 'Site <a@b.example>' })).toMatchObject({
    smtpUrl: 'smtps://mail.example:465',
    mailFrom: 'Site <a@b.example>',
  });
});

test('[ML8] the login of SMTP_URL is used', async () => {
  await using post = await openPost({ login: 'sitefile:geheim' });
  await post.write();
  await post.world.app.mail.run();
  expect(post.box.mails).toHaveLength(1);
});

test('[ML9] what was begun when the server stops is finished, and its connections are closed', async () => {
  const [arrived, go] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
  await using post = await openPost({ answer: () => (arrived.resolve(), go.promise) });
  await post.write();
  const running = post.world.app.mail.run();
  await arrived.promise;
  const closing = post.world.app.mail.close();
  go.resolve(null);
  await closing;
  await running;
  expect(post.box.mails).toHaveLength(1);
  expect(await post.rows()).toMatchObject([{ sent_at: expect.any(String) }]);
});

/** Another server on the same store, as far as e-mail goes. */
async function secondServer(world: World, box: Mailbox): Promise<AsyncDisposable & { readonly mail: PollLoop }> {
  const { store, now } = world.app.commitContext;
  const mail = openMailFollower({
    store,
    now,
    transport: await openTransport({ url: box.url, from: 'post@sitefile.example' }),
    linkTo: () => '',
    wake: { listen: () => () => undefined },
    log: openLog('silent'),
  });
  return { mail, [Symbol.asyncDispose]: () => mail.close() };
}
