import { AppError } from '@shipmate/core';
import type { QuestionView } from '@shipmate/protocol/web/proposals';
import { z } from 'zod';
import type { Terminal } from '../terminal.ts';

type Answer = NonNullable<QuestionView['default']>;

/**
 * Asks a person the questions of a proposal; an empty line takes the suggestion. Without a person, the given answers are complete.
 *
 * @throws AppError `VALIDATION_ERROR` without a person and without an answer to a required question
 */
export async function askQuestions(
  questions: readonly QuestionView[],
  {
    given,
    terminal,
    signal,
  }: { readonly given: Readonly<Record<string, unknown>>; readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = { ...given };
  for (const question of questions) {
    if (answers[question.name] !== undefined) continue;
    const fallback = question.suggestion ?? question.default;
    const answer = terminal.isInteractive ? await askOne(question, { fallback, terminal, signal }) : fallback;
    if (answer !== null) answers[question.name] = answer;
    else if (question.required) {
      const message = `The answer to "${question.name}" is missing: ${question.text} Add it to --answers.`;
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
  }
  return answers;
}

async function askOne(
  { name, text, type, required, choices }: QuestionView,
  {
    fallback,
    terminal,
    signal,
  }: { readonly fallback: Answer | null; readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<Answer | null> {
  const hint = choices === null ? type : choices.join(', ');
  const taken = fallback === null ? (required ? '' : ' [none]') : ` [${toText(fallback)}]`;
  for (;;) {
    const typed = await terminal.ask(`${text} (${name}: ${hint})${taken} `, signal);
    if (typed === undefined) throw new AppError({ code: 'ABORTED', message: 'Interrupted.' });
    if (typed.trim() === '') {
      if (fallback !== null || !required) return fallback;
      continue;
    }
    const answer = parseAnswer(typed.trim(), type);
    if (answer !== undefined) return answer;
    terminal.warn(`"${typed.trim()}" is no ${type}.`, 'yellow');
  }
}

function parseAnswer(text: string, type: QuestionView['type']): Answer | undefined {
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return /^(y(es)?|true)$/i.test(text) ? true : /^(no?|false)$/i.test(text) ? false : undefined;
    case 'list':
      return text.split(',').map((part) => part.trim());
    case 'string':
      return text;
  }
}

/** Parses the option `--answers`. @throws AppError `VALIDATION_ERROR` unless it is a JSON object */
export function parseAnswers(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: '--answers: is no JSON object.', cause });
  }
}

function toText(answer: Answer): string {
  return typeof answer === 'object' ? answer.join(', ') : String(answer);
}
