/** The poller has seen every event of the log once and in order, and the log has one event for each thing that happens once. */
import type { Ledger } from './ledger.ts';
import { allEvents, type Poller } from './poller.ts';
import type { Report } from './report.ts';

const once: Readonly<Record<string, string>> = {
  document: 'document.created',
  restDocument: 'document.created',
  incident: 'incident.reported',
  sign: 'signoff.recorded',
};

export async function checkEvents(
  poller: Poller,
  url: string,
  ledger: Ledger,
): Promise<Pick<Report, 'missed' | 'events'>> {
  const log = await allEvents(url);
  const missed: string[] = [];
  const seen = new Map<string, number>();
  for (const { id } of poller.seen) seen.set(id, (seen.get(id) ?? 0) + 1);
  for (const { id, event, sequence } of log) {
    const times = seen.get(id) ?? 0;
    seen.delete(id);
    if (times !== 1) missed.push(`event ${sequence} (${event}) was seen ${times} times`);
  }
  for (const [id, times] of seen) missed.push(`event ${id} was seen ${times} times, and is not in the log`);
  const texts = new Map<string, string[]>();
  for (const event of log) texts.set(event.event, [...(texts.get(event.event) ?? []), JSON.stringify(event)]);
  for (const { word, move, record } of ledger.entries.values()) {
    const name = once[move];
    if (name === undefined) continue;
    const count = (texts.get(name) ?? []).filter((text) => text.includes(record)).length;
    if (count > 1) missed.push(`${word} (${move}): ${count} × ${name}`);
  }
  return { missed, events: log.length };
}
