import type { Question } from '../question/question.ts';

/**
 * The form of a parameter in a command: by position, as all remaining arguments, as `--name=value`, or as
 * `--name` alone.
 */
export const parameterKinds = ['positional', 'rest', 'flag', 'switch'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** A parameter of an operation: a question whose answer becomes an argument. */
export interface OperationParameter extends Question {
  readonly kind: ParameterKind;
}

/** An operation of one of the platform's own programs, as the program describes it. */
export interface PlatformOperation {
  /** The program, by its name in this installation. */
  readonly tool: string;
  /** Unique within the tool. */
  readonly operation: string;
  readonly description: string;
  /** The words that select the operation, before its parameters. */
  readonly words: readonly string[];
  /** True if the program accepts `--` as the end of its flags. */
  readonly endOfFlags: boolean;
  /** Positional ones in their order. */
  readonly parameters: readonly OperationParameter[];
}
