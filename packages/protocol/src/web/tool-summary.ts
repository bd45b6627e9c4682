import { describeCall } from './cluster-call.ts';

/** The kind of a tool, which selects the icon of its card. */
export type ToolKind = 'read' | 'create' | 'edit' | 'look-up' | 'other';

/** A tool call in a few words. */
interface ToolSummary {
  readonly kind: ToolKind;
  /** While it runs: `Editing`. */
  readonly doing: string;
  /** Once it is done: `Edited`. */
  readonly done: string;
  /** Its target: a path, a chart, a tool. */
  readonly target: string;
  /** The workspace file that the call concerns. */
  readonly path?: string;
}

const editorVerbs = {
  view: { kind: 'read', doing: 'Reading', done: 'Read' },
  create: { kind: 'create', doing: 'Creating', done: 'Created' },
  str_replace: { kind: 'edit', doing: 'Editing', done: 'Edited' },
} as const;

/** Verbs of the tools on the files of a repository. */
const fileVerbs: Readonly<Record<string, Omit<ToolSummary, 'target'>>> = {
  readFile: { kind: 'read', doing: 'Reading', done: 'Read' },
  writeFile: { kind: 'create', doing: 'Writing', done: 'Wrote' },
  editFile: editorVerbs.str_replace,
  moveFile: { kind: 'edit', doing: 'Moving', done: 'Moved' },
  removeFile: { kind: 'edit', doing: 'Deleting', done: 'Deleted' },
  listDirectory: { kind: 'read', doing: 'Listing', done: 'Listed' },
  searchFiles: { kind: 'look-up', doing: 'Searching', done: 'Searched' },
};

/** Describes a tool call in words; its input may be incomplete while it streams in. */
export function summarizeToolCall(toolName: string, input: unknown): ToolSummary {
  switch (toolName) {
    case 'textEditor': {
      const command = field(input, 'command');
      const verb = isEditorCommand(command)
        ? editorVerbs[command]
        : ({ kind: 'edit', doing: 'Working on', done: 'Worked on' } as const);
      const path = field(input, 'path');
      return { ...verb, target: path || 'a file', ...(path === '' ? {} : { path }) };
    }
    case 'renameFile': {
      const path = field(input, 'newPath');
      const words = { kind: 'edit', doing: 'Moving', done: 'Moved' } as const;
      if (path === '') return { ...words, target: field(input, 'path') || 'a file' };
      return { ...words, target: `${field(input, 'path')} → ${path}`, path };
    }
    case 'deleteFile':
      return { kind: 'edit', doing: 'Deleting', done: 'Deleted', target: field(input, 'path') || 'a file' };
    case 'proposePlan':
      return { kind: 'other', doing: 'Planning', done: 'Planned', target: 'the change' };
    case 'getChartContext':
      return { kind: 'read', doing: 'Reading', done: 'Read', target: 'the chart' };
    case 'latestSubchartVersion':
      return {
        kind: 'look-up',
        doing: 'Looking up',
        done: 'Looked up',
        target: field(input, 'chartName') || 'a chart',
      };
    case 'latestKubernetesVersion':
      return { kind: 'look-up', doing: 'Looking up', done: 'Looked up', target: 'Kubernetes' };
    default:
      return summarizeFileCall(toolName, input);
  }
}

/** The name of a tool of an MCP server, as agents see it. */
const mcpTool = /^mcp__(?<server>.+?)__(?<tool>.+)$/u;

function summarizeFileCall(toolName: string, input: unknown): ToolSummary {
  const verb = Object.hasOwn(fileVerbs, toolName) ? fileVerbs[toolName] : undefined;
  if (verb) return { ...verb, target: toFileTarget(input) };
  const { server, tool } = mcpTool.exec(toolName)?.groups ?? {};
  if (server !== undefined && tool !== undefined) {
    return { kind: 'other', doing: 'Calling', done: 'Called', target: `${tool} of ${server}` };
  }
  return { kind: 'other', doing: 'Running', done: 'Ran', target: describeCall(toolName, input) };
}

/** Names the target of a call on files: `src/a.ts, lines 1 to 80`, `a.ts → b.ts` or `"needle" in *.py`. */
function toFileTarget(input: unknown): string {
  const pattern = field(input, 'pattern');
  const files = field(input, 'filePattern');
  if (pattern !== '') return `"${pattern.slice(0, 100)}"${files === '' ? '' : ` in ${files}`}`;
  const [first, last] = [lineOf(input, 'startLine'), lineOf(input, 'endLine')];
  const lines = first === undefined && last === undefined ? '' : `, lines ${first ?? 1} to ${last ?? 'the end'}`;
  const path = field(input, 'filePath') || field(input, 'dirPath') || field(input, 'from') || 'files';
  const to = field(input, 'to');
  return `${path}${lines}${to === '' ? '' : ` → ${to}`}`;
}

function lineOf(input: unknown, name: string): number | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'number' ? value : undefined;
}

/** Returns the accessible name of a tool call: the tool and its target. */
export function toToolCallName(toolName: string, input: unknown): string {
  const words = describeCall(toolName, input);
  if (toolName.startsWith('kubectl_')) return `kubectl ${words}`;
  const subject = field(input, 'path') || field(input, 'filePath') || field(input, 'chartName');
  return subject === '' ? toolName : `${toolName} ${subject}`;
}

function isEditorCommand(command: string): command is keyof typeof editorVerbs {
  return Object.hasOwn(editorVerbs, command);
}

function field(input: unknown, name: string): string {
  if (typeof input !== 'object' || input === null) return '';
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'string' ? value : '';
}
