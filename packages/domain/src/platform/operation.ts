import type { Question } from '../question/question.ts';

/** Where a parameter stands in a command: by its place, as all that is left, as `--name=value`, or as `--name` alone. */
export const parameterKinds = ['positional', 'rest', 'flag', 'switch'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** One parameter of an operation: a question whose answer is an argument. */
export interface OperationParameter extends Question {
  readonly kind: ParameterKind;
}

/** Something that the platform's own programs can do, as they describe it themselves. */
export interface PlatformOperation {
  /** The program, by the name that it has here. */
  readonly tool: string;
  /** Unique within the tool. */
  readonly operation: string;
  readonly description: string;
  /** The words that choose the operation, ahead of its parameters. */
  readonly words: readonly string[];
  /** Whether the program takes `--` for the end of its flags. */
  readonly endOfFlags: boolean;
  /** Positional ones in their order. */
  readonly parameters: readonly OperationParameter[];
}
