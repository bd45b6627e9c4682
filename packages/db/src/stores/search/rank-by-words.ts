import type { SearchTerm } from '@shipmate/domain';
import { type RawBuilder, sql } from 'kysely';

/** A row that fits a question. */
export interface RankedRow {
  readonly id: string;
  readonly score: number;
}

/** Words that differ more than this from all that is there are not taken for it misspelt. */
const leastSimilarity = 0.5;

/**
 * Ranks rows by how well they fit the terms of a question: those that few rows have count more (which PostgreSQL's own ranking
 * leaves out), and a name that is asked for as a whole counts more than one of which it is a part. A word that stands nowhere is
 * compared by its letters with the names.
 *
 * @param documents a query of `id text`, `search tsvector` (the name under weight A), `name text` and `prominence`
 */
export function rankByWords(
  terms: readonly SearchTerm[],
  documents: RawBuilder<unknown>,
  limit: number,
): RawBuilder<RankedRow> {
  const variants = terms.flatMap((term, index) => term.variants.map(({ text, weight }) => ({ index, text, weight })));
  return sql<RankedRow>`
    with document as materialized (${documents}),
    variant as (
      select term, word, weight, plainto_tsquery('english', word) as wanted
      from unnest(
        ${variants.map(({ index }) => index)}::int[], ${variants.map(({ text }) => text)}::text[],
        ${variants.map(({ weight }) => weight)}::float8[]
      ) as given(term, word, weight)
    ),
    hit as (
      select document.id, variant.term,
        max(weight * ts_rank(${sql.lit('{0.15, 0.35, 0.6, 1.0}')}, search, wanted)) as rank,
        bool_or(ts_filter(search, '{a}') @@ wanted) as in_name
      from document join variant on search @@ wanted
      group by document.id, variant.term
    ),
    misspelt as (
      select document.id, variant.term, 0.5 * similarity ^ 2 as rank, true as in_name
      from variant cross join document, strict_word_similarity(word, name) as similarity
      where weight = 1 and length(word) > 3 and similarity >= ${leastSimilarity}
        and not exists (select from hit where hit.term = variant.term)
    ),
    found as (
      select *, ln(1 + (select count(*) from document)::float8 / count(*) over (partition by term)) as rarity
      from (select * from hit union all select * from misspelt) as either
    )
    select document.id,
      sum(rank * rarity) * prominence
        * (0.6 + 0.4 * least(1, count(*) filter (where in_name)::float8 / greatest(1, length(ts_filter(search, '{a}')))))
        as score
    from found join document using (id)
    group by document.id, document.search, document.prominence
    order by score desc, document.id
    limit ${limit}`;
}
