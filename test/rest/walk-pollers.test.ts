/** Programs that poll with `updated_since` while others write, on both engines: every such list, by cursor and by time. */
import { describe, expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { seeds } from './support/fuzzer.ts';
import { hotWork } from './support/permits.ts';
import { rows } from './support/rows.ts';
import { nearMiss, openSite, type Site } from './support/site.ts';

type Id = Promise<{ readonly id: string }>;
/** How a record of the list is created and changed. */
interface Writing {
  readonly create: (site: Site) => Id;
  readonly change: (site: Site, id: string, text: string) => Promise<unknown>;
}

const hazardOf = (description: string): object => ({ name: 'Dust', description });

async function mergedEdits(site: Site) {
  return (await site.must('listMergedEdits', { query: '?per_page=100' })).data;
}

const writings = {
  listDocuments: {
    create: (site) => site.draft(),
    // A change of the document or of an entry: both count.
    change: (site, document, text) =>
      text.length % 2 === 0
        ? site.must('updateDocument', { params: { document }, body: { title: text } })
        : site.must('createHazard', { params: { document }, body: { name: text } }),
  },
  listPermits: {
    create: (site) => site.must('createPermit', { body: hotWork }),
    change: (site, permit, text) => site.must('updatePermit', { params: { permit }, body: { location: text } }),
  },
  listSites: {
    create: (site) => site.must('createSite', { body: { project_id: site.ids['project'], name: 'Block B' } }),
    change: (site, id, text) => site.must('updateSite', { params: { site: id }, body: { name: text } }),
  },
  listIncidents: {
    create: (site) => site.must('createIncident', { body: nearMiss(site.ids['project'], site.ids['site']) }),
    change: (site, incident, text) => site.must('updateIncident', { params: { incident }, body: { location: text } }),
  },
  listWorkers: {
    create: (site) => site.must('createWorker', { body: { name: 'Aisha Rahman' } }),
    change: (site, worker, text) => site.must('updateWorker', { params: { worker }, body: { trade: text } }),
  },
  listMergedEdits: {
    create: async (site) => {
      const { id: document } = await site.draft();
      const { id: hazard } = await site.must('createHazard', { params: { document }, body: hazardOf('1\n2\n3') });
      await site.must('updateHazard', { params: { document, id: hazard }, body: { description: 'one\n2\n3' } });
      const was = { description: '1\n2\n3' };
      await site.must('updateHazard', { params: { document, id: hazard }, body: { description: '1\n2\nthree', was } });
      const merged = await mergedEdits(site);
      return merged.find((each) => each.document_id === document) ?? { id: '' };
    },
    // Its author writes on in what came of it.
    change: async (site, id, text) => {
      const edit = (await mergedEdits(site)).find((each) => each.id === id);
      const params = { document: edit?.document_id ?? '', id: edit?.record_id ?? '' };
      const body = { description: `1\n2\n${text}`, was: { description: edit?.mine ?? '' } };
      await site.must('updateHazard', { params, body });
    },
  },
} satisfies Partial<Record<(typeof rows)[number]['name'], Writing>>;
type List = keyof typeof writings;
const lists = Object.keys(writings) as List[]; // the keys of the very object that the type is taken from

interface Page {
  readonly data: readonly { readonly id: string; readonly revision: number; readonly updated_at: string }[];
  readonly meta: { readonly next_cursor: string | null };
}

/** The state of a poller: the revision of each record, and the time of the last change that it saw. */
class Poller {
  readonly seen = new Map<string, number>();
  readonly #page: (query: string) => Promise<Page>;
  #since = '1970-01-01T00:00:00Z';

  constructor(site: Site, list: List) {
    this.#page = async (query) => await site.must(list, { query: `?per_page=3&${query}` });
  }

  /** Page after page by cursor, and then from the last change on. */
  async byCursor(): Promise<void> {
    let page = await this.#page(`updated_since=${this.#since}`);
    this.#take(page);
    while (page.meta.next_cursor !== null) {
      page = await this.#page(`updated_since=${this.#since}&cursor=${encodeURIComponent(page.meta.next_cursor)}`);
      this.#take(page);
    }
    this.#since = this.#last;
  }

  /** First pages only, each from the last change of the previous one. */
  async byMoment(): Promise<void> {
    for (let before = ''; before !== this.#since;) {
      before = this.#since;
      this.#take(await this.#page(`updated_since=${this.#since}`));
      this.#since = this.#last;
    }
  }

  #last = this.#since;
  #take({ data }: Page): void {
    for (const { id, revision } of data) this.seen.set(id, revision);
    this.#last = data.at(-1)?.updated_at ?? this.#last;
  }
}

test('[WA30] every list that accepts updated_since is polled here', () => {
  const polled = rows.filter(({ endpoint: { query } }) => query && 'updated_since' in query.shape);
  expect(polled.map(({ name }) => name).toSorted()).toEqual(lists.toSorted());
});

describe.each(engines)('%s', (engine) => {
  test.each(seeds)('[WA30] two pollers see every change of four writers on all lists, seed %i', async (seed) => {
    await using site = await openSite(engine, { seed });
    const wanted = new Set<string>();
    const writer = async (number: number): Promise<void> => {
      const chance = openChance(seed * 100 + number);
      const mine: [List, string][] = [];
      for (let step = 0; step < 9; step++) {
        const known = mine.length > 0 && chance.next() < 0.6 ? chance.pick(mine) : undefined;
        if (known) await writings[known[0]].change(site, known[1], 'x'.repeat(1 + chance.below(9)));
        else {
          const list = chance.pick(lists);
          const { id } = await writings[list].create(site);
          mine.push([list, id]);
          wanted.add(`${list} ${id}`);
        }
      }
    };
    let isOver = false;
    const writing = Promise.all([1, 2, 3, 4].map(writer)).finally(() => (isOver = true));
    const pollers = lists.flatMap((list) => {
      const [one, other] = [new Poller(site, list), new Poller(site, list)];
      return [
        { list, poller: one, poll: () => one.byCursor() },
        { list, poller: other, poll: () => other.byMoment() },
      ];
    });
    await Promise.all([
      writing,
      ...pollers.map(async ({ poll }) => {
        while (!isOver) await poll();
        await poll();
      }),
    ]);
    for (const { list, poller } of pollers) {
      const truth = new Map<string, number>();
      for (let page = 1, more = true; more; page++) {
        const { data }: Page = await site.must(list, { query: `?per_page=100&page=${page}` });
        for (const { id, revision } of data) truth.set(id, revision);
        more = data.length === 100;
      }
      expect(Object.fromEntries(poller.seen), list).toEqual(Object.fromEntries(truth));
      const created = [...wanted].filter((key) => key.startsWith(`${list} `));
      expect(created.filter((key) => !poller.seen.has(key.slice(list.length + 1)))).toEqual([]);
    }
  });
});
