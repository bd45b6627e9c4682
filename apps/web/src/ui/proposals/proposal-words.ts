import type { ProposalView, QuestionView } from '@shipmate/protocol/web/proposals';

/** Labels of a proposal's states. */
export const statusWords: Readonly<Record<ProposalView['status'], string>> = {
  asking: 'Waiting for answers',
  ready: 'Ready',
  taken: 'Running',
  done: 'Completed',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
};

/** Labels of the kinds of proposals. */
export const flowWords: Readonly<Record<ProposalView['flow'], string>> = {
  'build-platform': 'Platform operation',
  recommend: 'Recommendation',
};

/** The status of a run and the error of a failed one. */
interface EndedRun {
  readonly status: string;
  readonly error: { readonly message: string } | null;
}

/** Returns true when a run has ended. */
export function isRunEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Describes how a run has ended; a failure with its reason and next step. */
export function describeRunEnd({ status, error }: EndedRun): string {
  if (status === 'completed') return 'The agent has finished.';
  if (status === 'cancelled') return 'The run was cancelled. Send the request again to start over.';
  const { message = 'The run ended without a result. Check the conversation, then send the request again.' } =
    error ?? {};
  return `The run failed. ${message}`;
}

/** The entered values, by question name. */
export type AnswerDraft = Readonly<Record<string, string>>;

/** Returns the draft of an untouched form: the suggested values. */
export function toDraft(questions: readonly QuestionView[]): AnswerDraft {
  return Object.fromEntries(questions.map(({ name, suggestion }) => [name, suggestionToText(suggestion)]));
}

/** Converts a draft to answers; an empty field becomes null. */
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

/** Returns true when every required question has an answer. */
export function isAnswered(questions: readonly QuestionView[], draft: AnswerDraft): boolean {
  return questions.every(
    ({ name, required, default: fallback }) => !required || fallback !== null || (draft[name] ?? '').trim() !== '',
  );
}

/** Returns the hint below a question's field. */
export function toHint({ type, required, default: fallback }: QuestionView): string {
  return [
    required ? 'Required.' : 'Optional.',
    type === 'list' ? 'Separate values with commas.' : '',
    fallback === null ? '' : `Default: ${suggestionToText(fallback)}.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}

function suggestionToText(value: QuestionView['suggestion']): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
