import type { ToolResultPart } from '@shipmate/core';

/** A tool call that the demo wants made, and what it says on the way. */
export interface DemoStep {
  readonly say?: string;
  readonly call: { readonly name: string; readonly input: unknown };
}

/** Work in steps: it yields a call, is given the call's real result, and returns what it came to. */
export type DemoSteps<Result> = Generator<DemoStep, Result, ToolResultPart>;
