/** The list of industries, and the search over documents, what belongs to them, and projects. */
import type * as z from 'zod';
import industries from '../../../shared/reference/industries.json' with { type: 'json' };
import { firmOf } from '../../../shared/model/access.ts';
import type { Body, StoredRecord } from '../../../shared/model/record.ts';
import { idIn } from '../../../shared/model/resource.ts';
import { resourceOf } from '../../../shared/resources/index.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { askedWords, isSearched, searchTextOf, usualSearchKinds } from '../../../shared/search/search.ts';
import { mayRead } from '../../../shared/visible.ts';
import { excerpt } from '../../../shared/search/snippet.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import { searchRecords } from '../../store/search/search.ts';
import type { Handler } from '../request/handler-request.ts';
import { envelope, pageOf } from '../request/lists.ts';

type Match = z.output<(typeof endpoints)['search']['reply']>['data'][number];

export const listIndustries: Handler<'listIndustries'> = async ({ query }) => ({ body: pageOf(industries, query) });

export const search: Handler<'search'> = async ({ actor, query }, { store }) => {
  const { organisationId } = actor;
  const asked = askedWords(query.q);
  const { rows, total } = await searchRecords(store, organisationId, {
    asked,
    kinds: (query.type ?? usualSearchKinds).filter((kind) => mayRead(kind, actor)),
    archived: query.archived ?? false,
    firm: firmOf(actor),
    page: query.page,
    perPage: query.per_page,
  });
  const load = async (ids: readonly string[]): Promise<Map<string, StoredRecord>> =>
    new Map((await loadByIds(store.db, organisationId, ids)).map((row) => [row.id, toRecord(row)]));
  const records = await load(rows.map(({ id }) => id));
  const documents = await load([...records.values()].flatMap(({ body }) => textOf(body['document_id']) ?? []));
  const matches = rows.flatMap(({ id, score }) => {
    const record = records.get(id);
    const document = documents.get(textOf(record?.body['document_id']) ?? id);
    return record ? (showMatch(record, document, asked, score) ?? []) : [];
  });
  return { body: envelope(matches, total, query) };
};

/** Null where the record was removed during the search. */
function showMatch(
  { id, kind, deleted, body }: StoredRecord,
  ofEntry: StoredRecord | undefined,
  asked: readonly string[],
  score: number,
): Match | null {
  if (deleted || !isSearched(kind)) return null;
  const text = searchTextOf(kind, body);
  const { snippet, highlight } = excerpt(text, asked);
  const document = ofEntry?.body ?? body;
  const placeIn = (column: 'project_id' | 'document_id', from: Body): string | null =>
    idIn(column, resourceOf(kind), { id, [column]: textOf(from[column]) });
  return {
    type: kind,
    id,
    reference: text.reference ?? textOf(document['reference']),
    title: text.title,
    snippet,
    project_id: placeIn('project_id', document),
    document_id: placeIn('document_id', body),
    score,
    highlight: [...highlight],
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
