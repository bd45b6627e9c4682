import type { SearchTerm } from '@shipmate/domain/search';
import { type RawBuilder, sql } from 'kysely';

/** A row that matches a question. */
interface RankedRow {
  readonly id: string;
  readonly score: number;
}

/** The least similarity at which a name counts as the misspelt word. */
const leastSimilarity = 0.4;

/**
 * Ranks rows by how well they match the terms of a question. PostgreSQL's own ranking ignores what matters here: a term
 * in few rows counts more, a match of a whole name counts more than one of a part, and a row with all terms counts more
 * than one with many occurrences of one. A word without a match is compared with the names by trigrams.
 *
 * @param documents a query of `id`, `search` (A: the name, B: its group, C: its description, D: the rest), `name`,
 * `name_words`, the number of its words, and `prominence`, a factor
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
      select term, word, weight,
        plainto_tsquery('english', word) as anywhere, ${labelled('A')} as name, ${labelled('B')} as context, ${labelled('C')} as text
      from unnest(
        ${variants.map(({ index }) => index)}::int[], ${variants.map(({ text }) => text)}::text[],
        ${variants.map(({ weight }) => weight)}::float8[]
      ) as given(term, word, weight)
    ),
    candidate as materialized (
      select * from document
      where search @@ (
        select string_agg('(' || anywhere::text || ')', ' | ')::tsquery from variant where numnode(anywhere) > 0
      )
    ),
    hit as (
      select candidate.id, variant.term, bool_or(search @@ variant.name) as in_name,
        max(weight * case when search @@ variant.name then 1 when search @@ context then 0.5 when search @@ text then 0.35 else 0.1 end) as rank
      from candidate join variant on search @@ anywhere
      group by candidate.id, variant.term
    ),
    -- Computed first, because a comparison by trigrams costs more than everything else.
    unmatched as materialized (
      select term, word, weight from variant
      where weight >= 1 and length(word) > 3 and not exists (select from hit where hit.term = variant.term)
    ),
    misspelt as materialized (
      select document.id, unmatched.term, true as in_name, weight * similarity ^ 2 as rank
      from unmatched cross join document, strict_word_similarity(word, document.name) as similarity
      where similarity >= ${leastSimilarity}
    ),
    found as (
      select *, ln(1 + (select count(*) from document)::float8 / count(*) over (partition by term)) as rarity
      from (select * from hit union all select * from misspelt) as either
    )
    select document.id,
      sum(rank * rarity) * prominence * (0.5 + 0.5 * count(*) filter (where rank > 0.2) / ${terms.length})
        * (0.5 + 0.5 * least(1, count(*) filter (where in_name)::float8 / greatest(1, name_words)))
        as score
    from found join document using (id)
    group by document.id, document.name_words, document.prominence
    order by score desc, document.id
    limit ${limit}`;
}

/** Returns a query for all words of a variant, which are letters and digits, in one of the four parts of a document. */
function labelled(label: 'A' | 'B' | 'C'): RawBuilder<unknown> {
  return sql`to_tsquery('english', replace(word, ' ', ${`:${label} & `}::text) || ${`:${label}`}::text)`;
}
