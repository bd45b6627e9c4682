import { AppError, type JsonValue } from '@shipmate/core';
import type { Answers, AnswerValue, CheckedAnswers, Question } from './question.ts';

/** Maximum length of an answer, in characters or entries. */
const maxLength = 4_000;

/** A fault of one answer. */
interface AnswerIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Returns the answers to all questions that have one, in the order of the questions: the person's, or else
 * the suggested one; null removes both. A question with only a default stays unanswered, so that the
 * program's default applies.
 *
 * @throws AppError `VALIDATION_ERROR` with `details.issues[{path, message}]`, one for each answer that is
 * wrong or missing.
 */
export function checkAnswers(questions: readonly Question[], given: Answers): CheckedAnswers {
  const known = new Set(questions.map(({ name }) => name));
  const issues: AnswerIssue[] = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: name,
      message: `there is no question of this name (questions: ${[...known].join(', ') || 'none'})`,
    }));
  const answers: [string, AnswerValue][] = [];
  for (const question of questions) {
    const { name, required, suggestion } = question;
    const said = Object.hasOwn(given, name) ? given[name] : undefined;
    const answer = said === undefined ? suggestion : said;
    if (isEmpty(answer)) {
      if (required && question.default === undefined) issues.push({ path: name, message: 'an answer is needed' });
      continue;
    }
    const read = readAnswer(question, answer as JsonValue);
    if ('problem' in read) issues.push({ path: name, message: read.problem });
    else answers.push([name, read.value]);
  }
  if (issues.length > 0) throw invalidAnswers(issues);
  return Object.fromEntries(answers);
}

type Read = { readonly value: AnswerValue } | { readonly problem: string };

/** Forms and models write numbers as text, so text that parses as a number is accepted. */
function readAnswer({ type, choices }: Question, answer: JsonValue): Read {
  if (type === 'list') return readList(answer, choices);
  if (type === 'boolean') return readBoolean(answer);
  if (typeof answer === 'object') return { problem: `${articled(type)} is needed` };
  const text = String(answer);
  if (type === 'integer' && !/^-?\d{1,15}$/.test(text)) return { problem: 'an integer is needed' };
  if (type === 'number' && !/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return { problem: 'a number is needed' };
  const problem = findProblem(text, choices);
  if (problem !== undefined) return { problem };
  return { value: type === 'string' ? text : Number(text) };
}

function readBoolean(answer: JsonValue): Read {
  if (answer === true || answer === 'true') return { value: true };
  if (answer === false || answer === 'false') return { value: false };
  return { problem: 'true or false is needed' };
}

function readList(answer: JsonValue, choices: readonly string[] | undefined): Read {
  const entries = (Array.isArray(answer) ? answer : [answer]) as readonly JsonValue[];
  if (entries.length > maxLength) return { problem: `at most ${maxLength} entries can be given` };
  const texts: string[] = [];
  for (const entry of entries) {
    if (typeof entry === 'object') return { problem: 'a list of texts is needed' };
    const problem = findProblem(String(entry), choices);
    if (problem !== undefined) return { problem };
    texts.push(String(entry));
  }
  return { value: texts };
}

function findProblem(text: string, choices: readonly string[] | undefined): string | undefined {
  if (text.length > maxLength) return `at most ${maxLength} characters can be given`;
  if (text.includes('\0')) return 'a character in it cannot be given';
  if (choices && !choices.includes(text)) return `"${text.slice(0, 60)}" is none of ${choices.join(', ')}`;
  return undefined;
}

function isEmpty(answer: JsonValue | undefined): boolean {
  return answer === undefined || answer === null || answer === '';
}

function articled(type: Question['type']): string {
  return type === 'integer' ? 'an integer' : type === 'number' ? 'a number' : 'a text';
}

function invalidAnswers(issues: readonly AnswerIssue[]): AppError {
  const words = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `Some answers are not valid. ${words}.`,
    details: { issues },
  });
}
