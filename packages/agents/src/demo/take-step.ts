import { AppError, type ToolResultPart } from '@shipmate/core';
import type { DemoStep, DemoSteps } from './demo-steps.ts';
import { parseJson } from './parse-json.ts';

/** Yields a call and returns its output. @throws AppError with the tool's message when it failed. */
export function* takeStep(step: DemoStep): DemoSteps<string> {
  const result = yield step;
  if (result.isError) {
    throw new AppError({ code: 'EXTERNAL_API_ERROR', message: `${step.call.name} answered: ${errorText(result)}` });
  }
  return result.output;
}

/** Returns the message of a failed result, extracted from its JSON if possible. */
export function errorText({ output }: ToolResultPart): string {
  const parsed = parseJson(output);
  return typeof parsed === 'object' && parsed !== null && 'error' in parsed ? String(parsed.error) : output;
}
