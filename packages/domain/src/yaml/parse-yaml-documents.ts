import {
  Composer,
  type CST,
  Document,
  type DocumentOptions,
  isCollection,
  isMap,
  isScalar,
  Lexer,
  type Node,
  Parser,
  type ParseOptions,
  type SchemaOptions,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';

/** Options for {@link parseYamlDocuments}; duplicate keys are always errors. */
export type YamlOptions = Omit<ParseOptions, 'uniqueKeys' | 'prettyErrors'> & DocumentOptions & SchemaOptions;

/** Maximum nesting of maps and lists in a document. */
export const maxYamlDepth = 100;

/** Open tokens of the parser beyond which a document is too deep in any case: a level takes at most two, a few are not collections. */
const maxOpenTokens = 2 * maxYamlDepth + 10;

/**
 * Parses YAML, duplicate keys and nesting beyond {@link maxYamlDepth} among the errors. A text with much deeper nesting
 * is not read to its end and is one document without content.
 *
 * The time is linear in the length of the text: up to 12 ms per 1,000 characters that are all errors, below 1
 * ms otherwise. Parse untrusted text of more than about 10,000 characters in a worker thread.
 */
export function parseYamlDocuments(content: string, options: YamlOptions = {}): readonly Document[] {
  const { lineCounter } = options;
  lineCounter?.addNewLine(0);
  const parser = new Parser(lineCounter?.addNewLine);
  // The library's own check for duplicate keys compares each key of a map with all others.
  const composer = new Composer({ ...options, uniqueKeys: false });
  const documents: Document[] = [];
  try {
    documents.push(...composer.compose(tokensOf(content, parser)));
  } catch (thrown) {
    if (!(thrown instanceof YAMLParseError)) throw thrown;
    const document = new Document();
    document.errors.push(thrown);
    return [document];
  }
  for (const document of documents) {
    const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    // The parser's other errors are consequences.
    if (exhausted) document.errors = [tooDeep(exhausted.pos)];
    else document.errors.push(...findStructureErrors(document));
  }
  return documents;
}

/** Yields the tokens of a text. @throws YAMLParseError at far too deep nesting, whose tokens would take a kilobyte for each character */
function* tokensOf(content: string, parser: Parser): Generator<CST.Token, void> {
  for (const lexeme of new Lexer().lex(content)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxOpenTokens) throw tooDeep([parser.offset, parser.offset + 1]);
  }
  yield* parser.end();
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
