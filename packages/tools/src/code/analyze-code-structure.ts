import type { CodeImport, CodeStructure, CodeSymbol } from '@shipmate/code-analysis';
import { type CodeLanguage, codeLanguages, maxEntries } from '@shipmate/code-analysis/kinds';
import { fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { codePathSchema } from './code-path-schema.ts';
import type { CodePorts } from './code-ports.ts';
import { readSource } from './read-source.ts';

function declarationSchema() {
  return z.object({
    name: z.string(),
    /** From 1, inclusive, as `endLine`. */
    startLine: z.number().int(),
    endLine: z.number().int(),
    exported: z.boolean(),
    /** The enclosing classes and modules, joined by dots. */
    container: z.string().optional(),
    /** The first line of the documentation. */
    doc: z.string().optional(),
  });
}

export const analyzeCodeStructure = defineCheckoutTool({
  name: 'analyzeCodeStructure',
  description:
    'Reads the structure of one source file without running it: functions, classes with their methods, other declarations, imports and ' +
    'exports, each with its lines and the first line of its documentation. Use it before you read a long file, to find the lines that ' +
    'matter. The language is taken from the extension. Syntax errors are counted; what surrounds them is still listed.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      filePath: codePathSchema(),
      language: z.enum(codeLanguages).optional().describe('Needed only when the extension does not tell it.'),
    }),
  output: () =>
    z.object({
      filePath: z.string(),
      language: z.enum(codeLanguages),
      /** The parser that read the file. */
      parser: z.enum(['oxc', 'tree-sitter']),
      functions: z.array(declarationSchema()),
      classes: z.array(declarationSchema().extend({ methods: z.array(declarationSchema()) })),
      /** Interfaces, types, enums, variables and modules. */
      declarations: z.array(declarationSchema().extend({ kind: z.string() })),
      imports: z.array(
        z.object({
          module: z.string(),
          names: z.array(z.string()),
          kind: z.enum(['static', 'dynamic', 'require', 'reexport']),
          typeOnly: z.boolean(),
          startLine: z.number().int(),
        }),
      ),
      exports: z.array(z.object({ name: z.string(), from: z.string().optional(), startLine: z.number().int() })),
      syntaxErrors: z.number().int(),
      /** True if a list was cut. */
      truncated: z.boolean(),
    }),
  async execute({ filePath, language }, { ports, ...context }: ToolContext<CodePorts>) {
    const { files, structures } = await ports.checkouts.open(context);
    const source = await readSource(files, filePath, context.signal);
    const key = { path: filePath, version: source.version, language };
    let structure = structures.get(key);
    if (!structure) {
      // Before the analysis, which cuts long lines: a part of a secret is not recognized.
      const text = await ports.compute.run('redactSecrets', [source.text], context);
      structure = await ports.compute.run('analyzeCode', [{ path: filePath, text, language }], context);
      structures.set(key, structure);
    }
    const { parser, imports, exports, syntaxErrors, truncated } = structure;
    return {
      filePath,
      language: structure.language,
      parser,
      ...groupSymbols(structure),
      imports: imports.map((each) => ({ ...each, names: [...each.names] })),
      exports: [...exports],
      syntaxErrors,
      truncated,
    };
  },
  toModel({ filePath, functions, classes, declarations, imports, exports, ...rest }) {
    const lines = [
      ...imports.map((each) => `${each.startLine} ${describeImport(each, rest.language)}`),
      ...functions.map((each) => toLine('function', each)),
      ...classes.flatMap(({ methods, ...each }) => [
        toLine('class', each),
        ...methods.map((method) => `  ${toLine('method', method)}`),
      ]),
      ...declarations.map((each) => toLine(each.kind, each)),
      ...(exports.length > 0 ? [`exports: ${exports.map(({ name }) => name).join(', ')}`] : []),
    ];
    const notes = [
      `${rest.language}, ${rest.syntaxErrors} syntax errors.`,
      ...(rest.truncated ? [`Only the first ${maxEntries} entries of each kind are listed.`] : []),
    ];
    return `${notes.join(' ')}\n${fenceText(lines.join('\n'), { source: 'file', name: filePath })}`;
  },
});

/** Describes an import; only scripts write `*` for a whole module. */
function describeImport({ module, names, kind }: Omit<CodeImport, 'typeOnly'>, language: CodeLanguage): string {
  const list = names.join(', ');
  const isStar = language.endsWith('script') && /^(?:static|reexport)$/u.test(kind);
  const verb = kind.startsWith('re') ? kind : 'import';
  return list === '' || (list === '*' && !isStar) ? `${verb} ${module}` : `${verb} ${list} from ${module}`;
}

type Declaration = z.output<ReturnType<typeof declarationSchema>>;

function groupSymbols({ symbols }: CodeStructure) {
  const classes = symbols.filter(({ kind }) => kind === 'class');
  const pathOf = ({ name, container }: CodeSymbol): string => (container === undefined ? name : `${container}.${name}`);
  const methods = Map.groupBy(
    symbols.filter(({ kind }) => kind === 'method'),
    ({ container }) => container,
  );
  const known = new Set(classes.map(pathOf));
  const isOfClass = ({ kind, container }: CodeSymbol): boolean => kind === 'method' && known.has(container ?? '');
  return {
    functions: symbols
      .filter((each) => each.kind === 'function' || (each.kind === 'method' && !isOfClass(each)))
      .map(toDeclaration),
    classes: classes.map((each) => ({
      ...toDeclaration(each),
      methods: (methods.get(pathOf(each)) ?? []).map(toDeclaration),
    })),
    declarations: symbols
      .filter(({ kind }) => !grouped.has(kind))
      .map((each) => ({ kind: each.kind, ...toDeclaration(each) })),
  };
}

const grouped: ReadonlySet<string> = new Set(['function', 'method', 'class']);

function toDeclaration({ name, startLine, endLine, exported, container, doc }: CodeSymbol): Declaration {
  return {
    name,
    startLine,
    endLine,
    exported,
    ...(container !== undefined && { container }),
    ...(doc !== undefined && { doc }),
  };
}

function toLine(kind: string, { name, startLine, endLine, exported, container, doc }: Declaration): string {
  const path = container === undefined ? name : `${container}.${name}`;
  return `${startLine}-${endLine} ${exported ? 'exported ' : ''}${kind} ${path}${doc === undefined ? '' : `: ${doc}`}`;
}
