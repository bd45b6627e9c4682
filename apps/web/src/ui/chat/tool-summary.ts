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
      return { kind: 'other', doing: 'Running', done: 'Ran', target: describeCall(toolName, input) };
  }
}

/** Returns the accessible name of a tool call: the tool and its target. */
export function toToolCallName(toolName: string, input: unknown): string {
  const words = describeCall(toolName, input);
  if (toolName.startsWith('kubectl_')) return `kubectl ${words}`;
  const subject = field(input, 'path') || field(input, 'chartName');
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
