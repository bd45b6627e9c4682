import type { NewPattern, PassageMatch, Pattern, PatternStore } from '@shipmate/domain/pattern';
import type { SearchTerm } from '@shipmate/domain/search';
import { type Selectable, sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { PatternPassageTable, PatternTable } from '../../schema/pattern-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { rankByWords } from '../search/rank-by-words.ts';
import { storableText } from '../storable-text.ts';

type HeadRow = Omit<Selectable<PatternTable>, 'body'>;
type PassageRow = Pick<Selectable<PatternPassageTable>, 'position' | 'heading' | 'body'>;

const head = ['id', 'organization_id', 'kind', 'title', 'tags', 'source', 'saved_by_user_id', 'saved_at'] as const;
const headColumns = head.map((column) => `pattern.${column}` as const);

/** The number of passages from which the best patterns are chosen. */
const maxRanked = 200;

/** Creates a {@link PatternStore} on SQL. */
export function createPatternStore(executor: Executor): PatternStore {
  async function savePassages(patternId: string, { title, tags, passages }: NewPattern): Promise<void> {
    await executor.deleteFrom('pattern_passage').where('pattern_id', '=', patternId).execute();
    if (passages.length === 0) return;
    const subject = storableText([title, ...tags].join(' '));
    await executor
      .insertInto('pattern_passage')
      .values(
        passages.map(({ heading, body }, position) => ({
          pattern_id: patternId,
          position,
          heading: storableText(heading),
          body: storableText(body),
          subject_words: subject,
        })),
      )
      .execute();
  }

  return {
    async save(principal, pattern) {
      requireId(principal.userId, 'user');
      const columns = {
        kind: pattern.kind,
        tags: pattern.tags.map(storableText),
        source: pattern.source,
        body: storableText(pattern.body),
        saved_by_user_id: principal.userId,
        saved_at: sql<Date>`clock_timestamp()`,
      };
      const row = await executor
        .insertInto('pattern')
        .values({ ...inOrganization(principal), ...columns, id: pattern.id, title: storableText(pattern.title) })
        .onConflict((conflict) => conflict.columns(['organization_id', 'title']).doUpdateSet(columns))
        .returningAll()
        .executeTakeFirstOrThrow();
      await savePassages(row.id, pattern);
      return { ...toHead(row), body: row.body };
    },

    async get(principal, patternId) {
      requireId(patternId, 'pattern');
      const row = await executor
        .selectFrom('pattern')
        .selectAll()
        .where((eb) => eb.and({ ...inOrganization(principal), id: patternId }))
        .executeTakeFirst();
      const { body, ...rest } = found(row, 'pattern');
      return { ...toHead(rest), body };
    },

    async list(principal) {
      const rows = await executor
        .selectFrom('pattern')
        .select(head)
        .where((eb) => eb.and(inOrganization(principal)))
        .orderBy('title')
        .execute();
      return rows.map(toHead);
    },

    async remove(principal, patternId) {
      requireId(patternId, 'pattern');
      const row = await executor
        .deleteFrom('pattern')
        .where((eb) => eb.and({ ...inOrganization(principal), id: patternId }))
        .returning(head)
        .executeTakeFirst();
      return toHead(found(row, 'pattern'));
    },

    async listPassages(principal, patternId) {
      requireId(patternId, 'pattern');
      const { organization_id: organizationId } = inOrganization(principal);
      const rows = await executor
        .selectFrom('pattern')
        .innerJoin('pattern_passage as passage', 'passage.pattern_id', 'pattern.id')
        .select([...headColumns, 'passage.position', 'passage.heading', 'passage.body'])
        .where('pattern.id', '=', patternId)
        .where('pattern.organization_id', '=', organizationId)
        .orderBy('passage.position')
        .execute();
      found(rows[0], 'pattern');
      return rows.map(toMatch);
    },

    async search(principal, query) {
      return searchPassages(executor, inOrganization(principal).organization_id, query);
    },
  };
}

async function searchPassages(
  executor: Executor,
  organizationId: string,
  { terms, limit }: { readonly terms: readonly SearchTerm[]; readonly limit: number },
): Promise<readonly PassageMatch[]> {
  const documents = sql`
    select pattern_id || '/' || position as id, search, heading || ' ' || subject_words as name, 1 as name_words, 1 as prominence
    from pattern_passage join pattern on pattern.id = pattern_id and organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<HeadRow & PassageRow>`
    with ranked as (
      select pattern_id, position, heading, passage.body, score, max(score) over (partition by pattern_id) as best
      from (${rankByWords(terms, documents, maxRanked)}) as ranked
      join pattern_passage as passage on pattern_id || '/' || position = ranked.id
    ),
    chosen as (select *, dense_rank() over (order by best desc, pattern_id) as place from ranked)
    select ${sql.join(headColumns.map((column) => sql.ref(column)))}, position, heading, chosen.body
    from chosen join pattern on pattern.id = pattern_id
    where place <= ${limit}
    order by place, score desc, position`.execute(executor);
  return rows.map(toMatch);
}

function toMatch(row: HeadRow & PassageRow): PassageMatch {
  const { position, heading, body } = row;
  return { pattern: toHead(row), position, heading, body };
}

function toHead({ id, kind, title, tags, source, saved_by_user_id, saved_at }: HeadRow): Omit<Pattern, 'body'> {
  return { id, kind, title, tags, source, savedByUserId: saved_by_user_id, savedAt: saved_at };
}
