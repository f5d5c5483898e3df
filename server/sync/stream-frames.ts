/** Frames of a device on the open stream: its place, and messages, which are answered one after another as HTTP would answer them. */
import { Buffer } from 'node:buffer';
import type * as z from 'zod';
import { deviceFrame, maxFrameBytes, type Message } from '../../shared/sync/sync.ts';
import { parseJson } from '../http/json-body.ts';
import { loggedProblem } from '../http/problems.ts';
import { sendText } from './broadcast.ts';
import { bodyLimits, handlers } from './messages.ts';
import type { Member } from './stream-members.ts';
import type { SyncContext } from './sync-context.ts';

/** The body is one level down in its frame. */
const frameLimits = { ...bodyLimits, maxBytes: maxFrameBytes, maxDepth: bodyLimits.maxDepth + 1 };

export function readFrames(context: SyncContext, member: Member): void {
  const { socket } = member;
  let last = Promise.resolve();
  socket.on('message', (bytes: Buffer) => {
    const frame = read(bytes);
    // Frames of no known type come from newer apps.
    if (frame === null) return;
    if (frame.type === 'at') {
      // It pulls whatever changed before that.
      member.cursor = frame.cursor;
      return;
    }
    // Nothing more is read meanwhile, so that a device cannot pile up work.
    socket.pause();
    last = last.then(() => answer(context, member, frame));
  });
}

async function answer(context: SyncContext, member: Member, message: MessageFrame): Promise<void> {
  const { socket } = member;
  sendText(socket, await answerTo(context, member, message));
  if (socket.readyState === socket.OPEN) socket.resume();
}

type Frame = z.infer<typeof deviceFrame>;
type MessageFrame = Extract<Frame, { readonly type: Message }>;

function read(bytes: Buffer): Frame | null {
  try {
    return deviceFrame.safeParse(parseJson(bytes, frameLimits)).data ?? null;
  } catch {
    return null;
  }
}

async function answerTo(
  context: SyncContext,
  { identify, address }: Member,
  { type, number, body }: MessageFrame,
): Promise<Buffer> {
  const requestId = context.newId();
  const head = (status: number): string => `{"type":"answer","number":${number},"status":${status},"body":`;
  try {
    const reply = await handlers[type](context, { identify, requestId, body, ended: AbortSignal.abort() });
    return Buffer.from(`${head(200)}${reply.json.toString()}}`);
  } catch (error) {
    const path = `/api/v1/sync/${type}`;
    const problem = loggedProblem(error, context, { requestId, method: 'STREAM', path, address });
    const told = { ...problem.toBody(context.baseUrl()), instance: path, request_id: requestId };
    return Buffer.from(`${head(problem.status)}${JSON.stringify(told)}}`);
  }
}
