import type { JsonValue } from '@shipmate/core';

/** What an answer can be. A `list` holds texts. */
export const answerTypes = ['string', 'integer', 'number', 'boolean', 'list'] as const;
export type AnswerType = (typeof answerTypes)[number];

/** An answer that is of a question's type. */
export type AnswerValue = string | number | boolean | readonly string[];

/** Something that a person is asked before work is done for them. */
export interface Question {
  /** Unique among those that are asked together. */
  readonly name: string;
  readonly text: string;
  readonly type: AnswerType;
  readonly required: boolean;
  /** The only answers that there are. */
  readonly choices?: readonly string[];
  /** What holds without an answer. */
  readonly default?: AnswerValue;
  /** What the agent would answer; it is taken unless the person says otherwise. */
  readonly suggestion?: AnswerValue;
}

/** Answers by the names of their questions, as somebody gave them. */
export type Answers = Readonly<Record<string, JsonValue>>;

/** The same, once they are checked. */
export type CheckedAnswers = Readonly<Record<string, AnswerValue>>;
