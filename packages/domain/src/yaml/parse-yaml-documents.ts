import {
  type Document,
  type DocumentOptions,
  isCollection,
  isMap,
  isScalar,
  type Node,
  parseAllDocuments,
  type ParseOptions,
  type SchemaOptions,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';

/** Options for {@link parseYamlDocuments}; duplicate keys are always errors. */
export type YamlOptions = Omit<ParseOptions, 'uniqueKeys'> & DocumentOptions & SchemaOptions;

/** Maps and lists within one another that a document may have. */
export const maxYamlDepth = 100;

/**
 * Parses YAML as the library does, duplicate keys and nesting beyond {@link maxYamlDepth} among the errors.
 *
 * The time grows with the length of the text: up to 12 ms per 1,000 characters of nothing but errors, below 1 ms otherwise. Text of
 * unknown origin that is longer than some 10,000 characters is parsed in a worker thread.
 */
export function parseYamlDocuments(content: string, options: YamlOptions = {}): readonly Document[] {
  // The library's own search for duplicate keys compares each key of a map with all others.
  const documents: readonly Document[] = [...parseAllDocuments(content, { ...options, uniqueKeys: false })];
  for (const document of documents) {
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    // What the parser reports besides is a consequence.
    if (exhausted) document.errors = [tooDeep(exhausted.pos)];
    else document.errors.push(...findStructureErrors(document));
  }
  return documents;
}

function tooDeep(position: [number, number]): YAMLParseError {
  const message = `Maps and lists must not be nested more than ${maxYamlDepth} levels deep`;
  return new YAMLParseError(position, 'RESOURCE_EXHAUSTION', message);
}

function findStructureErrors(document: Document): readonly YAMLParseError[] {
  const errors: YAMLParseError[] = [];
  visit(document, {
    Collection(_, node, path) {
      if (depthOf(path) >= maxYamlDepth) {
        errors.push(tooDeep(rangeOf(node)));
        return visit.BREAK;
      }
      if (isMap(node)) errors.push(...findDuplicateKeys(node));
      return undefined;
    },
  });
  return errors;
}

function findDuplicateKeys({ items }: YAMLMap): readonly YAMLParseError[] {
  const seen = new Set<unknown>();
  const errors: YAMLParseError[] = [];
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) errors.push(new YAMLParseError(rangeOf(key), 'DUPLICATE_KEY', 'Map keys must be unique'));
    seen.add(key.value);
  }
  return errors;
}

/** The path also holds the document and the pairs. */
function depthOf(path: readonly unknown[]): number {
  return path.length <= maxYamlDepth ? 0 : path.filter((node) => isCollection(node)).length;
}

function rangeOf({ range }: Node): [number, number] {
  return range ? [range[0], range[1]] : [0, 0];
}
