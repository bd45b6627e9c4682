import type { SessionResponse } from '@shipmate/protocol/web/session';
import { Search } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { navigate } from '../router/navigate.ts';
import { toClusterConversationPath } from '../router/route.ts';
import { useAskCluster } from './cluster-queries.ts';
import { toInvestigationQuestion } from './investigation-question.ts';
import { toTitle, type ProblemGroup } from './problem-groups.ts';

export interface InvestigateButtonProps {
  readonly group: ProblemGroup;
  readonly context: string;
  readonly session: SessionResponse;
}

/** Starts an investigation of a problem in a new conversation. */
export function InvestigateButton({ group, context, session }: InvestigateButtonProps) {
  const { model } = useModelChoice(session);
  const ask = useAskCluster();
  function investigate() {
    ask.mutate(
      { message: toInvestigationQuestion(group, context), ...(model && { model: model.id }) },
      { onSuccess: ({ conversationId }) => navigate(toClusterConversationPath(conversationId)) },
    );
  }
  return (
    <>
      <Button
        icon={<Search aria-hidden />}
        isBusy={ask.isPending}
        onClick={investigate}
        aria-label={`Investigate ${toTitle(group.root)}`}
      >
        Investigate
      </Button>
      {ask.error && (
        <div className="basis-full">
          <StatedError error={ask.error} />
        </div>
      )}
    </>
  );
}
