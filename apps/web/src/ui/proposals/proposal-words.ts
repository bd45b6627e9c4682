import type { ProposalView, QuestionView } from '@shipmate/protocol';

/** Where a proposal stands, in words. */
export const statusWords: Readonly<Record<ProposalView['status'], string>> = {
  asking: 'Has questions',
  ready: 'Ready',
  taken: 'Being carried out',
  done: 'Done',
  failed: 'Failed',
  withdrawn: 'Put aside',
};

/** What a proposal is about, in words. */
export const flowWords: Readonly<Record<ProposalView['flow'], string>> = {
  'build-platform': 'Platform operation',
  recommend: 'Recommendation',
};

/** Whether a run can change no more. */
export function isRunEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** What a person entered, by the names of questions. */
export type AnswerDraft = Readonly<Record<string, string>>;

/** The draft of a form that nobody has touched: what is suggested. */
export function toDraft(questions: readonly QuestionView[]): AnswerDraft {
  return Object.fromEntries(questions.map(({ name, suggestion }) => [name, toText(suggestion)]));
}

/** The answers that a draft holds; a field that is empty says that nothing is wanted. */
export function toAnswers(
  questions: readonly QuestionView[],
  draft: AnswerDraft,
): Record<string, string | string[] | null> {
  return Object.fromEntries(
    questions.map(({ name, type }) => {
      const text = (draft[name] ?? '').trim();
      if (text === '') return [name, null];
      return [name, type === 'list' ? text.split(',').flatMap((entry) => entry.trim() || []) : text];
    }),
  );
}

/** Whether every question that needs an answer has one. */
export function isAnswered(questions: readonly QuestionView[], draft: AnswerDraft): boolean {
  return questions.every(
    ({ name, required, default: fallback }) => !required || fallback !== null || (draft[name] ?? '').trim() !== '',
  );
}

/** What is said below a question's field. */
export function toHint({ type, required, default: fallback }: QuestionView): string {
  return [
    required ? 'Needed.' : 'May be left empty.',
    type === 'list' ? 'Several are separated by commas.' : '',
    fallback === null ? '' : `Without an answer: ${toText(fallback)}.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}

function toText(value: QuestionView['suggestion']): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
