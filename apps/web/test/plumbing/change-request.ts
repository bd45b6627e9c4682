import type { ScriptedStep } from '@shipmate/core/testing';

/** One turn of the model: the expected last message, and the model's action. */
export interface Turn extends Pick<ScriptedStep, 'text' | 'toolCalls'> {
  /** Text in the model's last message: a tool's result, or the checks that return it to work. */
  readonly received?: string;
}

/** A person's decision on pending changes; files by path, hunks by their index in the file. */
export type Decision =
  | { readonly accept: 'all' | readonly string[] }
  | { readonly reject: readonly string[] }
  | { readonly file: string; readonly acceptHunks: readonly number[] }
  | { readonly file: string; readonly rejectHunks: readonly number[] };

/** Fields of rendered objects, by `Kind/name`. */
export type ExpectedObjects = Readonly<Record<string, object>>;

/** A requested change of a chart. */
export interface ChangeRequest {
  readonly ask: string;
  readonly persona?: 'operator';
  readonly turns: readonly Turn[];
  /** The turns that apply the plan which the first ones propose. */
  readonly proceeding?: readonly Turn[];
  /** Exactly one of them accepts. Default: everything is accepted. */
  readonly decisions?: readonly Decision[];
  /** Objects that the new revision renders. */
  readonly renders: ExpectedObjects;
  /** Paths of fields, or of whole objects, that it does not render. */
  readonly rendersNot?: readonly (readonly string[])[];
  /** Objects that it renders with a values file that overrides `values.yaml`. */
  readonly rendersWith?: Readonly<Record<string, ExpectedObjects>>;
}

/** A chart with a sequence of requests: each starts with the result of the previous one. */
export interface ChartStory {
  /** Folder under `charts/`. */
  readonly folder: string;
  /** Folder of the rendered chart; default: the top level. */
  readonly root?: string;
  readonly requests: readonly ChangeRequest[];
}
