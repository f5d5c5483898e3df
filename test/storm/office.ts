/** What the office and its programs do over REST in a storm. A call without an answer is repeated under its idempotency key. */
import type { Chance } from '../kit/clock.ts';
import type { Entry, Ledger } from './ledger.ts';
import { call } from './rest.ts';

interface Row {
  readonly id: string;
  readonly body?: string;
}

export interface Desk {
  readonly urls: readonly string[];
  readonly chance: Chance;
  readonly ledger: Ledger;
}

const tries = 3;

/** Resolves to the answer of 2xx; null = refused, or nobody knows. */
async function write(
  { urls, ledger }: Desk,
  start: number,
  word: string,
  path: string,
  body: object,
): Promise<Row | null> {
  ledger.unsure.add(word);
  for (let i = 0; i < tries; i++) {
    const answer = await call<Row>(urls[(start + i) % urls.length] ?? '', 'POST', path, body, word);
    if (answer && answer.status < 300) return answer.body;
    if (answer && answer.status < 500 && answer.status !== 409) return null;
  }
  return null;
}

async function list(desk: Desk, path: string): Promise<readonly Row[]> {
  const answer = await call<{ readonly data: readonly Row[] }>(desk.chance.pick(desk.urls), 'GET', path);
  return answer?.status === 200 ? answer.body.data : [];
}

type Move = (desk: Desk, word: string, draw: number) => Promise<Omit<Entry, 'by' | 'move'> | null>;

export const officeMoves: Readonly<Record<string, Move>> = {
  restDocument: async (desk, word, draw) => {
    const made = await write(desk, draw, word, '/documents', { title: `Lift ${word}`, document_type: 'rams' });
    return made && { word, shape: 'record', record: made.id };
  },
  restSection: async (desk, word, draw) => {
    const document = pick(await list(desk, '/documents?status=draft&per_page=100'), draw);
    if (!document) return null;
    const made = await write(desk, draw, word, `/documents/${document.id}/sections`, { title: 'Method', body: word });
    return made && { word, shape: 'record', record: made.id };
  },
  restNote: async (desk, word, draw) => {
    const incident = pick(await list(desk, '/incidents?per_page=100'), draw);
    if (!incident) return null;
    const made = await write(desk, draw, word, `/incidents/${incident.id}/notes`, { text: word });
    return made && { word, shape: 'member', record: incident.id };
  },
  /** Without If-Match: what others changed meanwhile is merged. */
  restTitle: async (desk, word, draw) => {
    const document = pick(await list(desk, '/documents?status=draft&per_page=100'), draw);
    const url = desk.urls[draw % desk.urls.length] ?? '';
    if (document) await call(url, 'PUT', `/documents/${document.id}`, { title: `Lift ${word}` });
    return null;
  },
  restSettle: async (desk, _word, draw) => {
    const conflict = pick(await list(desk, '/conflicts?status=open&per_page=100'), draw);
    const url = desk.urls[draw % desk.urls.length] ?? '';
    const resolution = draw % 2 === 0 ? 'keep' : 'take';
    if (conflict) await call(url, 'POST', `/conflicts/${conflict.id}/settle`, { resolution });
    return null;
  },
};

/** So that the same draw picks the same place. */
function pick(rows: readonly Row[], draw: number): Row | undefined {
  return rows[draw % rows.length];
}
