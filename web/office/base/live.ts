/**
 * What others do while a page is open, over one connection: that something changed, so that lists are read again, and who else has a document
 * open. Nothing is read while somebody writes, or nobody looks; it is caught up with afterwards.
 */
import { useSyncExternalStore } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { watchServer, type Link, type Watch } from '../../../client-sdk/presence.ts';
import { isLater } from '../../../client-sdk/base/later.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { isSignedOut, rest } from './server.ts';

/** `entry` = of the document, where that person was last seen. */
type People = readonly { readonly name: string; readonly entry?: string | undefined }[];

/** Many changes at once are read once. */
const soonMs = 300;
const apartMs = 3000;
/** After a reading that failed. */
const onceMoreMs = 10_000;
const probeMs = 5000;
const regularlyMs = 20_000;

const readers = new Set<() => void>();
let watch: Watch | null = null;
let openDocument: string | null = null;
let openEntry: string | null = null;
let present: People = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lastAt = -apartMs;
let isOld = false;
let link: Link = 'live';
let linksTold = 0;
const listeners = new Set<() => void>();
/** Of which record nothing could be read any more: it is gone, or not for this person now. */
let goneFrom: string | null = null;
let isSigningOut = false;

/**
 * From when it is known whose page it is, until the function that it returns is called. @param hasStream whether that person may have it:
 * the server refuses it to who sees only a contractor's part, whose page is read from time to time
 */
export function startLive(pageOf: string, hasStream: boolean): () => void {
  const regular = hasStream ? undefined : setInterval(() => void probe(), regularlyMs);
  watch = hasStream ? openWatch(pageOf) : null;
  watch?.open(openDocument, openEntry);
  document.addEventListener('visibilitychange', catchUp);
  for (const event of backEvents) addEventListener(event, comeBack);
  for (const event of networkEvents) addEventListener(event, noteNetwork);
  document.addEventListener('focusout', catchUp);
  return () => {
    clearTimeout(timer);
    clearInterval(regular);
    document.removeEventListener('visibilitychange', catchUp);
    document.removeEventListener('focusout', catchUp);
    for (const event of backEvents) removeEventListener(event, comeBack);
    for (const event of networkEvents) removeEventListener(event, noteNetwork);
    watch?.close();
    watch = null;
    void noteLink('live');
  };
}

function openWatch(pageOf: string): Watch {
  return watchServer({
    server: location.origin,
    token: null,
    pageOf,
    onChange: noteChange,
    onPeople: setPresent,
    onLink: (next) => void noteLink(next),
  });
}

/** After which the server may be there again, or the person signed in. */
const backEvents = ['online', 'focus'] as const;

/** A stream whose network is gone may seem open for a minute (client-sdk/base/heartbeat.ts). */
const networkEvents = ['online', 'offline'] as const;

/** Whether this page is kept new. */
export function useLink(): Link {
  return useSyncExternalStore(subscribe, () => link);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

/** Whether what the page shows is not there any more: then it offers nothing to be done with it. */
export function useIsGone(): boolean {
  return useSyncExternalStore(subscribe, () => goneFrom !== null && goneFrom === recordPath());
}

const goneCodes: readonly string[] = ['not_found', 'forbidden'];

/** The address of the record whose page is open, whichever part of it. */
function recordPath(): string {
  return location.pathname.split('/').slice(0, 4).join('/');
}

function setGone(next: string | null): void {
  goneFrom = next;
  for (const listen of listeners) listen();
}

function setLink(next: Link): void {
  link = next;
  for (const listen of listeners) listen();
}

/** Something in between may not let the stream through, and the server may still be there. */
async function noteLink(next: Link): Promise<void> {
  if (next === 'lost') return await probe();
  linksTold += 1;
  setLink(next);
}

/** It came or went: whether the server is there is asked anew. */
function noteNetwork(): void {
  void probe();
}

/** Without the stream: what is shown is read again if the server is there. */
async function probe(): Promise<void> {
  const told = ++linksTold;
  const set = (found: Link): void => void (told === linksTold && setLink(found));
  try {
    await rest.getMe({ signal: AbortSignal.timeout(probeMs) });
    set('live');
    noteChange();
  } catch (error) {
    set(isSignedOut(error) ? 'signed_out' : 'lost');
  }
}

/** Connects at once, and reads what is old. */
export function comeBack(): void {
  watch?.retry();
  if (!watch || link === 'lost') void probe();
  if (isOld && link === 'signed_out') setLink('live');
  catchUp();
}

/** A reading that nobody asked for failed: what is shown stays, and is old. */
export function noteUnread(error: unknown): void {
  if (error instanceof Problem && goneCodes.includes(error.code)) return setGone(recordPath());
  if (!isLater(error) && !isSignedOut(error)) return;
  isOld = true;
  lastAt = -apartMs;
  if (isSignedOut(error)) return setLink('signed_out');
  clearTimeout(timer);
  timer = setTimeout(readAgain, onceMoreMs);
}

/** Calls `read` after changes, soon and not too often. */
export function useChanges(read: (() => void) | null): void {
  useEffect(() => {
    if (!read) return;
    readers.add(read);
    return () => void readers.delete(read);
  }, [read]);
}

/** Asks again from time to time, for what no change of a record tells: when a tablet was heard, whether a delivery arrived. */
export function useRegularly(): void {
  useEffect(() => {
    const regular = setInterval(noteChange, regularlyMs);
    return () => clearInterval(regular);
  }, []);
}

/** Says to the others that the document is open here, and which of its entries has the focus. */
export function useOpened(id: string, entry: string | null): void {
  useEffect(() => {
    [openDocument, openEntry] = [id, entry];
    watch?.open(id, entry);
  }, [id, entry]);
  useEffect(
    () => () => {
      [openDocument, openEntry] = [null, null];
      watch?.open(null);
      setPresent([]);
    },
    [id],
  );
}

/** The others who have the document open that is open here. */
export function usePresent(): People {
  return useSyncExternalStore(subscribe, () => present);
}

function setPresent(people: People): void {
  present = people;
  for (const listen of listeners) listen();
}

/** Something changed that no record tells, by this page or elsewhere. */
export function noteChange(): void {
  isOld = true;
  clearTimeout(timer);
  timer = setTimeout(readAgain, Math.max(soonMs, lastAt + apartMs - performance.now()));
}

/** Nothing is read again, unless the session could not be ended: then the function that it returns is called. */
export function stopReading(): () => void {
  isSigningOut = true;
  return () => {
    isSigningOut = false;
    catchUp();
  };
}

/** After the focus has moved on. */
function catchUp(): void {
  if (isOld) noteChange();
}

function readAgain(): void {
  if (document.hidden || isWriting() || isSigningOut) return;
  isOld = false;
  lastAt = performance.now();
  // Unless it is told once more.
  const wasGone = goneFrom;
  goneFrom = null;
  if (wasGone !== null) setTimeout(() => setGone(goneFrom), apartMs);
  for (const read of readers) read();
}

function isWriting(): boolean {
  const { activeElement } = document;
  return activeElement?.matches('textarea, input:not([type=search], [type=checkbox], [type=radio])') ?? false;
}
