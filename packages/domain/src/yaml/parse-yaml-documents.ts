import {
  type Document,
  type DocumentOptions,
  isScalar,
  parseAllDocuments,
  type ParseOptions,
  type SchemaOptions,
  visit,
  YAMLParseError,
} from 'yaml';

/** How YAML is read; that keys are unique is not optional. */
export type YamlOptions = Omit<ParseOptions, 'uniqueKeys'> & DocumentOptions & SchemaOptions;

/**
 * Reads YAML as the library does, repeated keys among the errors, but in a time that grows with the length of the text alone: the
 * library compares each key of a map with all others, which takes half a minute in a map of a megabyte.
 */
export function parseYamlDocuments(content: string, options: YamlOptions = {}): readonly Document[] {
  const documents: readonly Document[] = [...parseAllDocuments(content, { ...options, uniqueKeys: false })];
  for (const document of documents) document.errors.push(...findRepeatedKeys(document));
  return documents;
}

function findRepeatedKeys(document: Document): readonly YAMLParseError[] {
  const errors: YAMLParseError[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start = 0, end = 0] = key.range ?? [];
        if (seen.has(key.value))
          errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', 'Map keys must be unique'));
        seen.add(key.value);
      }
    },
  });
  return errors;
}
