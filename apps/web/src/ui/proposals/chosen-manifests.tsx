import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';
import type { ProposalSectionProps, RecommendationView } from './proposal-section-props.ts';
import { WorkingNotice } from './working-notice.tsx';

export interface ChosenManifestsProps extends ProposalSectionProps {
  readonly chosen: NonNullable<RecommendationView['chosen']>;
}

/** The manifests of the chosen solution, their dry-run result, and their actions. */
export function ChosenManifests({ proposal, chosen, steps, isWorkedOn, modelId }: ChosenManifestsProps) {
  const { manifests, tried } = chosen;
  const error = steps.confirm.error ?? steps.makeChart.error;
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Manifests</h2>
      <CodeBlock label="Manifests">{manifests}</CodeBlock>
      <h3 className="text-xs font-medium">Dry run</h3>
      <ul className="space-y-2 text-xs">
        {tried.map(({ object, change, text }) => (
          <li key={object}>
            {change === 'refused' ? (
              <span className="text-removed wrap-anywhere whitespace-pre-wrap">{text}</span>
            ) : (
              <span className="wrap-anywhere">
                {object}: would be {change}
              </span>
            )}
          </li>
        ))}
      </ul>
      {proposal.status === 'ready' && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            isBusy={steps.confirm.isPending || isWorkedOn}
            onClick={() => steps.confirm.mutate({ manifests, ...(modelId && { model: modelId }) })}
          >
            Apply to the cluster
          </Button>
          <Button
            isBusy={steps.makeChart.isPending}
            onClick={() =>
              steps.makeChart.mutate(undefined, {
                onSuccess: ({ workspaceId }) => navigate(toWorkspacePath(workspaceId)),
              })
            }
          >
            Create Helm chart
          </Button>
        </div>
      )}
      {error && <StatedError error={error} />}
      {steps.confirm.data && <WorkingNotice started={steps.confirm.data} words="Applying the manifests…" />}
    </section>
  );
}
