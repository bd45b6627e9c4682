import type { ScriptedStep } from '@shipmate/core/testing';

/** One turn of the model: what it must have been told last, and what it does then. */
export interface Turn extends Pick<ScriptedStep, 'text' | 'toolCalls'> {
  /** In what the model was told last: a tool's result, or the checks that send it back. */
  readonly told?: string;
}

/** What a person does with what is pending; files by path, hunks by their place in the file. */
export type Decision =
  | { readonly accept: 'all' | readonly string[] }
  | { readonly reject: readonly string[] }
  | { readonly file: string; readonly acceptHunks: readonly number[] }
  | { readonly file: string; readonly rejectHunks: readonly number[] };

/** Fields of rendered objects, by `Kind/name`. */
export type ExpectedObjects = Readonly<Record<string, object>>;

/** A change that somebody asks for. */
export interface ChangeRequest {
  readonly ask: string;
  readonly persona?: 'operator';
  readonly turns: readonly Turn[];
  /** The turns that carry out the plan which the first ones propose. */
  readonly proceeding?: readonly Turn[];
  /** One of them accepts, once. Default: everything is accepted. */
  readonly decisions?: readonly Decision[];
  /** What the new revision renders. */
  readonly renders: ExpectedObjects;
  /** What it does not render: the path of a field, or of a whole object. */
  readonly rendersNot?: readonly (readonly string[])[];
  /** What it renders with a values file over `values.yaml`. */
  readonly rendersWith?: Readonly<Record<string, ExpectedObjects>>;
}

/** A chart, and what is asked of it: each request begins where the one before it ended. */
export interface ChartStory {
  /** The folder under `charts/`. */
  readonly folder: string;
  /** The folder of the chart that is rendered; default: the top. */
  readonly root?: string;
  readonly requests: readonly ChangeRequest[];
}
