import { AppError } from '@shipmate/core';
import { demoLabel } from './demo-label.ts';
import type { DemoSteps } from './demo-steps.ts';

/** Does a part of an answer. Returns its text, or the reason for its failure. */
export function* attempt(steps: DemoSteps<string>): DemoSteps<string> {
  try {
    return yield* steps;
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    return `That did not work: ${thrown.message}`;
  }
}

/** Joins the paragraphs of an answer, or gives the reason for its failure, and appends the label. */
export function* toAnswer(paragraphs: DemoSteps<readonly string[]>): DemoSteps<string> {
  return [yield* attempt(join(paragraphs)), demoLabel].join('\n\n');
}

function* join(paragraphs: DemoSteps<readonly string[]>): DemoSteps<string> {
  return (yield* paragraphs).join('\n\n');
}
