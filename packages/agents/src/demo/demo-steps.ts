import type { ToolResultPart } from '@shipmate/core';

/** A tool call of the demo, with an optional message before it. */
export interface DemoStep {
  readonly say?: string;
  readonly call: { readonly name: string; readonly input: unknown };
}

/** Work in steps: it yields calls, receives the real results, and returns its own result. */
export type DemoSteps<Result> = Generator<DemoStep, Result, ToolResultPart>;
