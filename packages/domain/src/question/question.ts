import type { JsonValue } from '@shipmate/core';

/** The types of an answer. A `list` holds texts. */
export const answerTypes = ['string', 'integer', 'number', 'boolean', 'list'] as const;
export type AnswerType = (typeof answerTypes)[number];

/** An answer of a question's type. */
export type AnswerValue = string | number | boolean | readonly string[];

/** A question for a person before work is done for them. */
export interface Question {
  /** Unique within a set of questions. */
  readonly name: string;
  readonly text: string;
  readonly type: AnswerType;
  readonly required: boolean;
  /** The allowed answers. */
  readonly choices?: readonly string[];
  /** The value that applies without an answer. */
  readonly default?: AnswerValue;
  /** The agent's answer; it is used unless the person gives another. */
  readonly suggestion?: AnswerValue;
}

/** Answers by the names of their questions, unchecked. */
export type Answers = Readonly<Record<string, JsonValue>>;

/** Answers of the types of their questions. */
export type CheckedAnswers = Readonly<Record<string, AnswerValue>>;
