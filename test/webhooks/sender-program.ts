/** Sends one message to the URL given, trusting the CA file given, and prints what came of it: for tests that set the environment of a whole process. */
import { openSender } from '../../server/followers/webhooks/send.ts';
import { patienceMs } from '../kit/patience.ts';

const [, , url = '', caFile] = process.argv;
const send = openSender({ allow: ['127.0.0.1'], caFile, timeoutMs: patienceMs });
process.stdout.write(JSON.stringify(await send({ url, headers: {}, body: '{}' })));
