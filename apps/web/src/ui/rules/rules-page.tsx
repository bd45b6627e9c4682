import type { RuleSummaryView } from '@shipmate/protocol/web/rules';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { LinkRow } from '../navigation/link-row.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { ruleAddress } from '../router/addresses.ts';
import { AskRulesForm } from './ask-rules-form.tsx';
import { DeadEvents } from './dead-events.tsx';
import { RulePreview } from './rule-preview-card.tsx';
import { useRulePreviews, useRules } from './rule-queries.ts';
import { RuleUses } from './rule-uses.tsx';
import { describeTrigger } from './rule-words.ts';

/** Shown until the organization has rules of its own beside the sample. */
const examples = ['Alert the owners when stock is below 10', 'What can a rule watch?'];

/** The automation rules of the organization, the previews that wait, and a box that builds a rule. */
export function RulesPage() {
  const query = useRules();
  const navigate = useNavigate();
  const { rules, total = 0 } = query.data ?? {};
  return (
    <ListPage
      title="Rules"
      actions={
        <Button icon={<Plus aria-hidden />} onClick={() => void navigate({ to: '/rules/new' })}>
          New rule
        </Button>
      }
    >
      <AskRulesForm
        label="Describe a rule"
        action="Build rule"
        placeholder="When … happens, then …"
        examples={rules !== undefined && rules.length < 2 ? examples : []}
      />
      <PendingPreviews />
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the rules…</Waiting>}
      {rules?.length === 0 && (
        <EmptyState>
          No rules yet. A rule watches rows and acts when they change. Describe one, and an agent builds it; you approve
          it before it is saved.
        </EmptyState>
      )}
      <DeadEvents />
      <FramedList aria-label="Rules">
        {rules?.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </FramedList>
      {query.hasNextPage && (
        <Button className="self-center" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          More rules ({total - (rules?.length ?? 0)})
        </Button>
      )}
      <RuleUses />
    </ListPage>
  );
}

function RuleRow({ rule }: { readonly rule: RuleSummaryView }) {
  const { id, name, isActive, actionCount, updatedAt } = rule;
  return (
    <LinkRow address={ruleAddress(id)} about={name} createdAt={updatedAt}>
      <span className={isActive ? 'text-added font-medium' : 'font-medium'}>{isActive ? 'Enabled' : 'Disabled'}</span>
      <span className="wrap-anywhere">{describeTrigger(rule)}</span>
      <span>{actionCount === 1 ? '1 action' : `${actionCount} actions`}</span>
    </LinkRow>
  );
}

function PendingPreviews() {
  const previews = useRulePreviews();
  if (previews.error) return <ErrorBanner error={previews.error} onRetry={() => void previews.refetch()} />;
  if (!previews.data || previews.data.length === 0) return null;
  return (
    <section aria-label="Previews waiting for approval" className="space-y-3">
      <h2 className="font-semibold">Waiting for approval</h2>
      {previews.data.map((preview) => (
        <RulePreview key={preview.id} preview={preview} />
      ))}
    </section>
  );
}
