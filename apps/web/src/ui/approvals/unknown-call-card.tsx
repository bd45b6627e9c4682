import type { UnknownCallDecisionRequest } from '@shipmate/protocol/web/unknown-call';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useSettleCall } from './approvals-query.ts';
import { DecisionFrame } from './decision-frame.tsx';
import { ExactCall } from './exact-call.tsx';

type Choice = UnknownCallDecisionRequest['choice'];

const choices: readonly (readonly [choice: Choice, label: string])[] = [
  ['done', 'It took effect'],
  ['again', 'Repeat the call'],
  ['leave', 'Do not repeat it'],
];

const settledWords: Readonly<Record<Choice, string>> = {
  done: 'You confirmed that it took effect.',
  again: 'The call is repeated.',
  leave: 'The call is not repeated.',
};

interface UnknownCallCardProps {
  readonly conversationId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly input: unknown;
  /** The choice, once made. */
  readonly choice?: Choice | undefined;
}

/** An interrupted call with an unknown outcome: a person checks the target and records the outcome. */
export function UnknownCallCard({ conversationId, toolCallId, tool, input, choice }: UnknownCallCardProps) {
  const settle = useSettleCall({ conversationId, toolCallId });
  const said = choice ?? (settle.isSuccess ? settle.variables.choice : undefined);
  const wanted = settle.isPending ? settle.variables.choice : undefined;
  return (
    <DecisionFrame
      label={`Interrupted call of ${tool}`}
      title={
        <>
          Did <code className="font-mono">{tool}</code> take effect?
        </>
      }
    >
      <p className="leading-relaxed">
        The process that made this call stopped before it recorded the outcome. Check whether the call took effect, then
        choose how to continue.
      </p>
      <ExactCall tool={tool} input={input} />
      <p role="status" className="text-muted empty:hidden">
        {said && settledWords[said]}
      </p>
      {said === undefined && (
        <div className="flex flex-wrap gap-2">
          {choices.map(([value, label]) => (
            <Button
              key={value}
              isBusy={wanted === value}
              onClick={() => !settle.isPending && settle.mutate({ choice: value })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {settle.error && <StatedError error={settle.error} />}
    </DecisionFrame>
  );
}
