import {
  type CodeMapSymbol,
  type CodeSearchHit,
  type CodeSearchQuery,
  type CodeTerm,
  matchSymbol,
  splitCodeWords,
  toCodeTerms,
  toPathExpression,
  toStem,
} from '@shipmate/domain/code-map';
import { nearestNames } from '@shipmate/domain/search';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/** A search within one map. */
interface MapSearch extends CodeSearchQuery {
  readonly organizationId: string;
  readonly fileCount: number;
}

const maxHits = 50;

/** Symbols that are shown of one file. */
const maxSymbols = 3;

/** The least share of a question's terms in a name from which a symbol is a hit of its own. */
const leastMatch = 0.5;

/** Weights of words in documentation and strings, in comments and docstrings, in names and folders, and in the name of the file. */
const weights = [0.15, 0.3, 0.6, 1];

/** Finds files and symbols of a map by words. A misspelt word is replaced by the most similar one of the map. */
export async function searchCodeMap(executor: Executor, search: MapSearch): Promise<readonly CodeSearchHit[]> {
  const limit = Math.min(search.limit, maxHits);
  const terms = toCodeTerms(search.text);
  if (terms.length === 0 || limit < 1) return [];
  const found = await rankFiles(executor, search, terms);
  const corrected = await correctTerms(executor, search, { terms, found: found.terms });
  const { files } = corrected === undefined ? found : await rankFiles(executor, search, corrected);
  return files
    .flatMap((file) => toHits(file, corrected ?? terms))
    .toSorted(byScore)
    .slice(0, limit);
}

function byScore(one: CodeSearchHit, other: CodeSearchHit): number {
  return other.score - one.score;
}

interface RankedFile {
  readonly path: string;
  readonly score: number;
  readonly symbols: readonly CodeMapSymbol[] | null;
}

/** A symbol with all terms in its name comes before its file. */
function toHits({ path, score, symbols }: RankedFile, terms: readonly CodeTerm[]): readonly CodeSearchHit[] {
  const matching = (symbols ?? [])
    .map((symbol) => ({ symbol, match: matchSymbol(symbol, terms) }))
    .filter(({ match }) => match >= leastMatch)
    .toSorted((one, other) => other.match - one.match)
    .slice(0, maxSymbols)
    .map(({ symbol, match }) => ({ path, symbol, score: score * (0.5 + 0.6 * match) }));
  return [{ path, symbol: null, score }, ...matching];
}

/** Returns the conditions of a search on the files of its map. */
function selectFiles({ mapId, paths = [], languages = [] }: MapSearch) {
  const expressions = paths.map(toPathExpression);
  return sql`
    select position, path, analysis_key, search from code_map_file
    where map_id = ${mapId}::uuid
      and (${expressions.length === 0} or path ~ any(${expressions}::text[]))
      and (${languages.length === 0} or language = any(${[...languages]}::text[]))`;
}

/**
 * Ranks files: a term in few files counts more, as does one in the file's name or the name of a symbol, and a file with all terms more
 * than one with many occurrences of one.
 */
async function rankFiles(
  executor: Executor,
  search: MapSearch,
  terms: readonly CodeTerm[],
): Promise<{ readonly files: readonly RankedFile[]; readonly terms: ReadonlySet<number> }> {
  const variants = terms.flatMap((term, index) =>
    term.variants.map(({ word, weight, isPrefix }) => ({ index, weight, query: isPrefix ? `${word}:*` : word })),
  );
  const any = variants.map(({ query }) => query).join(' | ');
  const { rows } = await sql<RankedFile & { readonly terms: readonly number[] }>`
    with file as materialized (${selectFiles(search)}),
    content as materialized (
      select key, search from code_analysis
      where organization_id = ${search.organizationId}::uuid and search @@ to_tsquery('simple', ${any})
    ),
    document as materialized (
      select position, file.search || coalesce(content.search, ''::tsvector) as search
      from file left join content on content.key = analysis_key
      where content.key is not null or file.search @@ to_tsquery('simple', ${any})
    ),
    variant as (
      select term, weight, to_tsquery('simple', query) as query
      from unnest(
        ${variants.map(({ index }) => index)}::int[], ${variants.map(({ weight }) => weight)}::float8[],
        ${variants.map(({ query }) => query)}::text[]
      ) as given(term, weight, query)
    ),
    hit as materialized (
      select position, term, max(weight * ts_rank(${weights}::real[], search, variant.query, 1)) as rank
      from document join variant on search @@ variant.query
      group by position, term
    ),
    rarity as (
      select term, ln(1 + (${search.fileCount}::float8 - count(*) + 0.5) / (count(*) + 0.5)) as factor from hit group by term
    ),
    ranked as (
      select position, sum(rank * factor) * (0.5 + 0.5 * count(*)::float8 / ${terms.length}) as score
      from hit join rarity using (term)
      group by position
      order by score desc, position
      limit 100
    )
    select path, score, symbols, (select array_agg(term) from rarity) as terms
    from ranked join file using (position)
    left join code_analysis on organization_id = ${search.organizationId}::uuid and key = analysis_key
    order by score desc, position`.execute(executor);
  return { files: rows, terms: new Set(rows[0]?.terms) };
}

/** The least similarity at which a name counts as the misspelt word. */
const leastSimilarity = 0.4;

/** Longest text of names that is compared with a misspelt word, in characters. */
const maxNames = 2_000;

/** Adds to each term without a hit the most similar words of names; undefined if there are none. */
async function correctTerms(
  executor: Executor,
  search: MapSearch,
  { terms, found }: { readonly terms: readonly CodeTerm[]; readonly found: ReadonlySet<number> },
): Promise<readonly CodeTerm[] | undefined> {
  let isChanged = false;
  const corrected: CodeTerm[] = [];
  for (const [index, term] of terms.entries()) {
    const word = term.variants[0]?.word ?? '';
    const near = found.has(index) || word.length < 4 ? [] : await findSimilarWords(executor, search, word);
    isChanged ||= near.length > 0;
    const others = near.map((each) => ({ word: toStem(each), weight: 0.8, isPrefix: false }));
    corrected.push({ variants: [...term.variants, ...others] });
  }
  return isChanged ? corrected : undefined;
}

async function findSimilarWords(executor: Executor, search: MapSearch, word: string): Promise<readonly string[]> {
  const { rows } = await sql<{ names: string }>`
    with file as materialized (${selectFiles(search)}),
    named as (
      select path || ' ' || coalesce(
        (select left(string_agg(symbol ->> 'name', ' '), ${maxNames}) from json_array_elements(symbols) as symbol), '') as names
      from file
      left join code_analysis on organization_id = ${search.organizationId}::uuid and key = analysis_key
    )
    select names from named, word_similarity(${word}, names) as similarity
    where similarity >= ${leastSimilarity}
    order by similarity desc limit 5`.execute(executor);
  const words = rows.flatMap(({ names }) => splitCodeWords(names));
  return nearestNames(word, [...new Set(words)]);
}
