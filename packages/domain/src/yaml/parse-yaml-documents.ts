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

/** Maximum nesting of maps and lists in a document. */
export const maxYamlDepth = 100;

/**
 * Parses YAML as the library does, duplicate keys and nesting beyond {@link maxYamlDepth} among the errors.
 *
 * The time is linear in the length of the text: up to 12 ms per 1,000 characters that are all errors, below 1
 * ms otherwise. Parse untrusted text of more than about 10,000 characters in a worker thread.
 */
export function parseYamlDocuments(content: string, options: YamlOptions = {}): readonly Document[] {
  // The library's own check for duplicate keys compares each key of a map with all others.
  const documents: readonly Document[] = [...parseAllDocuments(content, { ...options, uniqueKeys: false })];
  for (const document of documents) {
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    // The parser's other errors are consequences.
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

/** The path also contains the document and the pairs. */
function depthOf(path: readonly unknown[]): number {
  return path.length <= maxYamlDepth ? 0 : path.filter((node) => isCollection(node)).length;
}

function rangeOf({ range }: Node): [number, number] {
  return range ? [range[0], range[1]] : [0, 0];
}
