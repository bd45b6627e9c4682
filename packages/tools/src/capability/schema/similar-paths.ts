import type { JsonObject } from '@shipmate/domain/cluster/object';
import { elementOf, fieldsOf, type SchemaSet } from '@shipmate/domain/capability';

const maxDepth = 6;
const maxVisited = 4_000;
const maxSuggestions = 5;
const leastLikeness = 0.45;

/** Returns the paths of a schema that end in a similar name, the most similar and shortest first. */
export function findSimilarPaths(kind: JsonObject, name: string, schemas: SchemaSet): readonly string[] {
  const wanted = toPairs(name);
  return listPaths(kind, schemas)
    .map((path) => ({ path, likeness: likenessOf(wanted, toPairs(path.at(-1) ?? '')) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .toSorted((one, other) => other.likeness - one.likeness || one.path.length - other.path.length)
    .slice(0, maxSuggestions)
    .map(({ path }) => path.join('.'));
}

/** Lists paths breadth-first, so that the outer levels of a large schema are covered. */
function listPaths(kind: JsonObject, schemas: SchemaSet): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  let level: readonly { readonly path: readonly string[]; readonly schema: JsonObject }[] = [
    { path: [], schema: kind },
  ];
  for (let depth = 0; depth < maxDepth && paths.length < maxVisited; depth += 1) {
    level = level.flatMap(({ path, schema }) =>
      fieldsOf(elementOf(schema, schemas), schemas).map(([name, field]) => ({ path: [...path, name], schema: field })),
    );
    paths.push(...level.map(({ path }) => path));
  }
  return paths;
}

/** Returns the letter bigrams of a name. */
function toPairs(name: string): ReadonlySet<string> {
  const letters = ` ${name.toLowerCase().slice(0, 80)} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2)));
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}
