import type { Answers, AnswerValue, CheckedAnswers, Question } from '../question/question.ts';
import { checkAnswers } from '../question/check-answers.ts';
import type { PlatformOperation } from './operation.ts';
import { toCommand } from './to-command.ts';

/** An operation of the platform that is to be carried out for somebody. */
export interface PlatformWork {
  readonly flow: 'build-platform';
  /** As its program described it when it was proposed. */
  readonly operation: PlatformOperation;
  /** Why it is the one that was asked for, in the words of the agent. */
  readonly why: string;
  /** A question for each parameter. */
  readonly questions: readonly Question[];
  /** Null until they are answered. */
  readonly answers: CheckedAnswers | null;
  /** The very command that will be run; null until the questions are answered. */
  readonly command: readonly string[] | null;
  /** Null until the command has ended. */
  readonly result: OperationResult | null;
}

/** What came of a command. */
export interface OperationResult {
  /** Null when a signal ended it, and when it could not be run. */
  readonly exitCode: number | null;
  readonly summary: string;
  /** The end of what it wrote. */
  readonly output: string;
}

/** An operation with the values that an agent suggests for it, which the person is asked about. One that takes none is answered. */
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

/** The work with what a person answered, and the command that follows from it. @throws AppError as `checkAnswers`, `toCommand`. */
export function answerOperation(work: PlatformWork, given: Answers): PlatformWork {
  const answers = checkAnswers(work.questions, given);
  return { ...work, answers, command: toCommand(work.operation, answers) };
}
