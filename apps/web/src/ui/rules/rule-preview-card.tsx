import { diffRules } from '@shipmate/domain/workflow';
import type { RulePreviewView } from '@shipmate/protocol/web/rules';
import { Workflow } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { parseToolOutput } from '../components/parse-tool-output.ts';
import { Waiting } from '../components/waiting.tsx';
import { ruleAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { useRuleChatHost } from './conversation/rule-chat-host.ts';
import { PreviewReplay } from './preview-replay.tsx';
import { useDecidePreview, useRulePreview } from './rule-queries.ts';
import { RuleView } from './rule-view.tsx';
import { RuleTerms } from './rule-terms.tsx';
import { changeStyles, fieldWords } from './rule-words.ts';

const outputSchema = z.object({ preview_id: z.string() });

const statusWords: Readonly<Record<RulePreviewView['status'], string>> = {
  pending: 'Waiting for approval',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

/** A rule that an agent proposed: its graph with the changes, and the person's decision. */
export function RulePreviewCard({ output }: { readonly output: unknown }) {
  const id = outputSchema.safeParse(parseToolOutput(output)).data?.preview_id;
  return id === undefined ? null : <StoredPreview previewId={id} />;
}

function StoredPreview({ previewId }: { readonly previewId: string }) {
  const query = useRulePreview(previewId);
  if (query.data) return <RulePreview preview={query.data} />;
  if (query.error) return <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting>Loading the preview…</Waiting>;
}

/** A rule with the decision that its preview waits for, or the decision that was made. */
export function RulePreview({ preview }: { readonly preview: RulePreviewView }) {
  const { definition, before, description, status, acceptedRuleId } = preview;
  const headingId = useId();
  const [chosen, setChosen] = useState<string>();
  const chosenName = definition.actions.find(({ id }) => id === chosen)?.name;
  return (
    <section aria-labelledby={headingId} className="border-line bg-surface overflow-hidden rounded-lg border text-xs">
      <header className="border-line flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <Workflow aria-hidden className="text-accent size-4 shrink-0" />
        <h3 id={headingId} className="min-w-0 font-medium wrap-anywhere">
          {before ? 'Change of the rule' : 'New rule'} “{definition.name}”
        </h3>
        <span role="status" className="text-muted ml-auto">
          {statusWords[status]}
        </span>
      </header>
      <div className="space-y-2.5 px-3 py-2.5">
        <p className="leading-relaxed wrap-anywhere">{description}</p>
        <RuleTerms definition={definition} before={before} />
        <ChangeSummary preview={preview} />
        <FailedTests tests={preview.tests} />
        <RuleView definition={definition} before={before} choice={[chosen, setChosen]} />
        {status === 'pending' && <PreviewReplay preview={preview} />}
      </div>
      {status === 'pending' && <PreviewDecision preview={preview} chosenName={chosenName} />}
      {acceptedRuleId !== null && (
        <footer className="border-line border-t px-3 py-2">
          <Link {...ruleAddress(acceptedRuleId)} className="text-accent underline underline-offset-2">
            Open the rule
          </Link>
        </footer>
      )}
    </section>
  );
}

/** Names the saved tests that fail with the proposed content, with their differences. */
function FailedTests({ tests }: Pick<RulePreviewView, 'tests'>) {
  const failed = tests.filter(({ isPassed }) => !isPassed);
  if (tests.length === 0) return null;
  if (failed.length === 0) {
    return (
      <p className="text-muted">
        {tests.length === 1 ? 'The saved test passes.' : `All ${tests.length} saved tests pass.`}
      </p>
    );
  }
  return (
    <Banner tone="caution">
      <ul className="space-y-1">
        {failed.map(({ id, name, differences }) => (
          <li key={id} className="wrap-anywhere">
            The saved test “{name}” fails. {differences.join(' ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Counts the differences of a change, and names the changed fields of the rule. */
function ChangeSummary({ preview: { definition, before } }: { readonly preview: RulePreviewView }) {
  if (!before) return null;
  const difference = diffRules(before, definition);
  const counts = (['added', 'changed', 'removed'] as const).flatMap((change) => {
    const count = difference[change].length;
    return count === 0 ? [] : [`${changeStyles[change].word}: ${count === 1 ? '1 action' : `${count} actions`}`];
  });
  const fields = difference.fields.map((field) => fieldWords[field] ?? field);
  const parts = [...counts, ...(fields.length > 0 ? [`Changed: ${fields.join(', ')}`] : [])];
  return <p className="font-medium">{parts.length === 0 ? 'Only connections differ.' : `${parts.join('. ')}.`}</p>;
}

interface PreviewDecisionProps {
  readonly preview: RulePreviewView;
  /** Name of the action that the person has chosen in the graph. */
  readonly chosenName: string | undefined;
}

function PreviewDecision({ preview, chosenName }: PreviewDecisionProps) {
  const { id, baseRevision, currentRevision, ruleId } = preview;
  const decide = useDecidePreview(id);
  const host = useRuleChatHost();
  const isOutdated = ruleId !== null && baseRevision !== currentRevision;
  const isBusy = (decision: string) => decide.isPending && decide.variables === decision;
  return (
    <footer className="border-line space-y-2 border-t px-3 py-2">
      {isOutdated && (
        <Banner tone="error">
          The rule has changed since: it is at revision {currentRevision}, and this preview is based on {baseRevision}.
          Ask for a new preview.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={isOutdated}
          isBusy={isBusy('accept')}
          onClick={() => decide.mutate('accept')}
        >
          {ruleId === null ? 'Create rule' : 'Apply change'}
        </Button>
        {host && <Button onClick={() => host.change(chosenName)}>Change this…</Button>}
        <Button variant="quiet" isBusy={isBusy('reject')} onClick={() => decide.mutate('reject')}>
          Reject
        </Button>
      </div>
      {decide.error && <ErrorBanner error={decide.error} onDismiss={() => decide.reset()} />}
    </footer>
  );
}
