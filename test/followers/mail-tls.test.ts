/** TLS between the server and its mail server, which here answers at an address that does not count as this machine (contract, Security, HR29). */
import { expect, test } from 'vitest';
import { openTransport } from '../../server/followers/mail/send.ts';
import { openMailbox, type Mailbox } from '../kit/mailbox.ts';

/** Linux takes it for 127.0.0.1. */
const elsewhere = '0.0.0.0';

/** The reason of the refusal, or whether the mail arrived over TLS. */
async function send(box: Mailbox, host: string, query = ''): Promise<string | boolean | undefined> {
  const url = `smtp://${host}:${box.port}/${query}`;
  const transport = await openTransport({ url, from: 'post@sitefile.example' });
  const mail = { id: 'one', to: 'site@firm.example', subject: 'Review due', text: 'Look.', writtenAt: new Date(0) };
  try {
    await transport.send(mail);
    return box.mails.at(-1)?.isSecure;
  } catch (error) {
    return (error as { code: string }).code; // as nodemailer documents its errors
  } finally {
    transport.close();
  }
}

test('[HR29] a mail server without TLS gets mail only on this machine or if allowed', async () => {
  await using box = await openMailbox();
  expect(await send(box, elsewhere)).toBe('ETLS');
  expect(await send(box, elsewhere, '?requireTLS=true')).toBe('ETLS');
  expect(box.attempts).toHaveLength(0);
  expect(await send(box, elsewhere, '?requireTLS=false')).toBe(false);
  expect(await send(box, '127.0.0.1')).toBe(false);
  expect(await send(box, 'localhost')).toBe(false);
});

test('[HR29] a mail server with TLS gets mail over it, if its certificate is trusted', async () => {
  await using box = await openMailbox({ offersTls: true });
  expect(await send(box, elsewhere)).not.toBe(true);
  expect(box.attempts).toHaveLength(0);
  expect(await send(box, elsewhere, '?tls.rejectUnauthorized=false')).toBe(true);
});
