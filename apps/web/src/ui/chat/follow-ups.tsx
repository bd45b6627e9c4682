import { CornerDownLeft } from 'lucide-react';

export interface FollowUpsProps {
  readonly questions: readonly string[];
  readonly onAsk: (question: string) => void;
}

/** Questions to ask next, one press each. */
export function FollowUps({ questions, onAsk }: FollowUpsProps) {
  if (questions.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="mt-4 flex flex-wrap gap-1.5">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="border-line bg-surface hover:border-edge hover:bg-raised inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-xs transition-colors"
          >
            {question}
            <CornerDownLeft aria-hidden className="text-muted size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
