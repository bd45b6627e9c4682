import { AppError } from '@shipmate/core';
import { checkAnswers } from '../question/check-answers.ts';
import type { Answers, AnswerValue, CheckedAnswers } from '../question/question.ts';
import type { OperationParameter, PlatformOperation } from './operation.ts';

/**
 * Returns the exact command of an operation: the tool's name and its arguments. No value can be parsed as a
 * flag: a flag's is written in one argument with it, and a positional one that begins with a dash comes after
 * `--`.
 *
 * @throws AppError `VALIDATION_ERROR` that names the parameters which are unknown, missing, of another type,
 * or impossible to pass.
 */
export function toCommand(
  operation: PlatformOperation,
  values: Answers,
): readonly [tool: string, ...arguments_: string[]] {
  const { tool, words, parameters } = operation;
  const given = checkAnswers(parameters, values);
  const flags = parameters.flatMap((parameter) => toFlag(parameter, given[parameter.name]));
  const positional = toPositional(parameters, given);
  return [tool, ...words, ...flags, ...separate(operation, positional)];
}

function toFlag({ kind, name }: OperationParameter, value: AnswerValue | undefined): readonly string[] {
  if (kind === 'flag') return toTexts(value).map((text) => `--${name}=${text}`);
  return kind === 'switch' && value === true ? [`--${name}`] : [];
}

/** A value with its position. */
interface Placed {
  readonly name: string;
  readonly text: string;
}

/** A position can be empty only if every position after it is. */
function toPositional(parameters: readonly OperationParameter[], given: CheckedAnswers): readonly Placed[] {
  const places = parameters.filter(({ kind }) => kind === 'positional');
  const rest = parameters.filter(({ kind }) => kind === 'rest').flatMap(({ name }) => place(name, given[name]));
  const last = rest.length > 0 ? places.length - 1 : places.findLastIndex(({ name }) => given[name] !== undefined);
  const values = places.slice(0, last + 1).flatMap(({ name, default: fallback }) => {
    const placed = place(name, given[name] ?? fallback);
    if (placed.length === 0) throw refuseArguments(name, 'is needed when something is given after it');
    return placed;
  });
  return [...values, ...rest];
}

function place(name: string, value: AnswerValue | undefined): readonly Placed[] {
  return toTexts(value).map((text) => ({ name, text }));
}

function toTexts(value: AnswerValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

function separate({ endOfFlags }: PlatformOperation, placed: readonly Placed[]): readonly string[] {
  const texts = placed.map(({ text }) => text);
  const dashed = placed.find(({ text }) => text.startsWith('-'));
  if (!dashed) return texts;
  if (!endOfFlags)
    throw refuseArguments(dashed.name, 'may not begin with a dash: the program would take it for a flag');
  return ['--', ...texts];
}

function refuseArguments(name: string, message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${name} ${message}.`,
    details: { issues: [{ path: name, message }] },
  });
}
