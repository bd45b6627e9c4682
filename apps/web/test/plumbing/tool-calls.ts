import type { ScriptedToolCall } from '@shipmate/core/testing';
import type { PlanActionKind } from '@shipmate/domain/plan';

/** A passage to replace, and its replacement. */
interface Replacement {
  readonly oldStr: string;
  readonly newStr: string;
  readonly replaceAll?: boolean;
}

const call = (name: string, input: ScriptedToolCall['input'] = {}): ScriptedToolCall => ({ name, input });

/** Tool calls of a model that edits charts. */
export const readContext = call('getChartContext');
export const validate = call('validateChart');
export const view = (path: string) => call('textEditor', { command: 'view', path });
export const create = (path: string, content: string) => call('textEditor', { command: 'create', path, content });
export const replace = (path: string, replacement: Replacement) =>
  call('textEditor', { command: 'str_replace', path, ...replacement });
export const remove = (path: string) => call('deleteFile', { path });
export const rename = (path: string, newPath: string) => call('renameFile', { path, newPath });

/** An action of a plan. */
interface PlannedAction {
  readonly path: string;
  readonly action: PlanActionKind;
  readonly why: string;
}

export const propose = (summary: string, actions: readonly PlannedAction[]) =>
  call('proposePlan', { summary, actions: actions.map((action) => ({ ...action })) });
