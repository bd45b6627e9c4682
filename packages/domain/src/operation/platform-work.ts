import type { Answers, AnswerValue, CheckedAnswers, Question } from '../question/question.ts';
import { checkAnswers } from '../question/check-answers.ts';
import type { PlatformOperation } from './operation.ts';
import { toCommand } from './to-command.ts';

/** A proposed or executed operation of the platform. */
export interface PlatformWork {
  readonly flow: 'build-platform';
  /** The description by its program at the time of the proposal. */
  readonly operation: PlatformOperation;
  /** The agent's reason for choosing this operation. */
  readonly why: string;
  /** A question for each parameter. */
  readonly questions: readonly Question[];
  /** Null until the questions are answered. */
  readonly answers: CheckedAnswers | null;
  /** The exact command that will be executed; null until the questions are answered. */
  readonly command: readonly string[] | null;
  /** Null until the command has ended. */
  readonly result: OperationResult | null;
}

/** The result of a command. */
export interface OperationResult {
  /** Null if a signal ended it, and if it could not be started. */
  readonly exitCode: number | null;
  readonly summary: string;
  /** The end of its output. */
  readonly output: string;
}

/**
 * Proposes an operation with values that an agent suggests; the person confirms them. An operation without
 * parameters counts as answered.
 */
export function proposeOperation(
  operation: PlatformOperation,
  { why, suggestions }: { readonly why: string; readonly suggestions: Readonly<Record<string, AnswerValue>> },
): PlatformWork {
  const questions = operation.parameters.map((parameter): Question => {
    const { kind: _, ...question } = parameter;
    const suggestion = suggestions[question.name];
    return { ...question, ...(suggestion !== undefined && { suggestion }) };
  });
  const work = {
    flow: 'build-platform',
    operation,
    why,
    questions,
    answers: null,
    command: null,
    result: null,
  } as const;
  return questions.length === 0 ? answerOperation(work, {}) : work;
}

/**
 * Returns the work with a person's answers and the resulting command. @throws AppError as `checkAnswers`,
 * `toCommand`.
 */
export function answerOperation(work: PlatformWork, given: Answers): PlatformWork {
  const answers = checkAnswers(work.questions, given);
  return { ...work, answers, command: toCommand(work.operation, answers) };
}
