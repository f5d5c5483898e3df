/** Frames of a device on the open stream: its place, and messages, which are answered one after another as HTTP would answer them. */
import { Buffer } from 'node:buffer';
import * as z from 'zod';
import type { Actor } from '../../../shared/model/access.ts';
import { hereFrame } from '../../../shared/sync/presence.ts';
import { deviceFrame, maxFrameBytes, type Message, type streamHello } from '../../../shared/sync/sync.ts';
import { parseJson } from '../../http/json-body.ts';
import { loggedProblem } from '../../http/problems.ts';
import { requirePoint } from '../answered-point.ts';
import { sendText } from './broadcast.ts';
import { bodyLimits, handlers } from '../messages.ts';
import type { Presence } from './presence.ts';
import type { Member } from './members.ts';
import { FrameWindow } from '../../base/frame-window.ts';
import { quotaOf, spend } from '../rates.ts';
import { closeForAWhile } from './close.ts';
import type { SyncContext } from '../sync-context.ts';

/** The body is one level down in its frame. */
const frameLimits = { ...bodyLimits, maxBytes: maxFrameBytes, maxDepth: bodyLimits.maxDepth + 1 };

/** @param ofToken what all streams of its token have sent */
export function readFrames(context: SyncContext, member: Member, ofToken: FrameWindow, presence: Presence): void {
  const { socket } = member;
  const own = new FrameWindow();
  let last = Promise.resolve();
  let place: Place | null = null;
  const queue = (work: () => Promise<void>): void => {
    // Nothing more is read meanwhile, so that a device cannot pile up work. What has been read already still comes.
    socket.pause();
    last = last
      .then(work)
      .then(() => (socket.readyState === socket.OPEN ? socket.resume() : undefined))
      .catch(() => socket.terminate());
    member.working = last;
  };
  async function move(): Promise<void> {
    const newest = place;
    place = null;
    if (newest) member.cursor = await cursorForPages(context, member, newest);
  }
  socket.on('message', (bytes: Buffer) => {
    const { framesASecond, framesASecondByToken } = context.caps;
    const isTooMany = own.add() > framesASecond || ofToken.add() > framesASecondByToken;
    if (isTooMany) return closeForAWhile(socket, 60);
    const frame = read(bytes);
    // Frames of no known type come from newer apps.
    if (frame === null) return;
    if (frame.type === 'here') return presence.move(member, frame.document, frame.entry ?? null);
    if (frame.type !== 'at')
      return queue(async () => sendText(socket, await answerTo(context, member, frame, bytes.length)));
    // Of several places that wait, only the newest is looked at.
    if (place === null) queue(move);
    place = frame;
  });
}

/** Where pages for the device begin; whatever changed before that, it pulls. Null = it has to pull first: this server has lost what it answered. */
export async function cursorForPages(
  { commitContext, signingKey }: SyncContext,
  { organisationId }: Pick<Member, 'organisationId'>,
  { cursor = null, answered }: Pick<z.infer<ReturnType<typeof streamHello>>, 'cursor' | 'answered'>,
): Promise<string | null> {
  try {
    await requirePoint(commitContext.store.db, answered, { key: signingKey, organisationId });
    return cursor;
  } catch {
    return null;
  }
}

const anyFrame = z.union([hereFrame(), deviceFrame()]);
type Frame = z.infer<typeof anyFrame>;
type Place = Extract<Frame, { readonly type: 'at' }>;
type MessageFrame = Extract<Frame, { readonly type: Message }>;

function read(bytes: Buffer): Frame | null {
  try {
    return anyFrame.safeParse(parseJson(bytes, frameLimits)).data ?? null;
  } catch {
    return null;
  }
}

async function answerTo(
  context: SyncContext,
  { address, ...member }: Member,
  { type, number, body }: MessageFrame,
  bytes: number,
): Promise<Buffer> {
  const identify = async (): Promise<Actor> => {
    const actor = await member.identify();
    spend(context, actor, quotaOf[type]);
    spend(context, actor, 'bytes', bytes);
    return actor;
  };
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
