import type { RuleView as Rule } from '@shipmate/protocol/web/rules';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Copy, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { ruleAddress, ruleEditorAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { AskRulesForm } from './ask-rules-form.tsx';
import { useRule, useRuleActions } from './rule-queries.ts';
import { RuleExecutions } from './execution/rule-executions.tsx';
import { RuleSampleTest } from './rule-sample-test.tsx';
import { RuleRevisions } from './rule-revisions.tsx';
import { RuleSilences } from './rule-silences.tsx';
import { RuleTerms } from './rule-terms.tsx';
import { RuleTests } from './rule-tests.tsx';
import { RuleView } from './rule-view.tsx';
import { StartRuleForm } from './start-rule-form.tsx';
import { SuppressedEvents } from './suppressed-events.tsx';

/** One rule: its graph, its state, its revisions, and a box that asks about it. */
export function RulePage() {
  const { ruleId } = useParams({ from: '/rules/$ruleId' });
  const query = useRule(ruleId);
  const rule = query.data;
  if (!rule) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { name, description, entity, isActive, ownerName, ownerHasLeft, revision } = rule;
  return (
    <DetailPage parents={[{ label: 'Rules', address: { to: '/rules' } }]} title={name}>
      <header className="space-y-2">
        <p role="status" className="text-xs font-medium">
          {isActive ? 'Enabled' : 'Disabled'}
        </p>
        <RuleTerms definition={rule} />
        <p className="text-xs">
          <Link to="/tables" search={{ entity }} className="text-accent underline underline-offset-2">
            Open table
          </Link>
        </p>
        {description !== '' && <p className="text-xs wrap-anywhere">{description}</p>}
        <p className="text-muted text-xs">
          Revision {revision}. Runs with the rights of {ownerName}.
        </p>
        {ownerHasLeft && (
          <p role="note" className="text-xs font-medium">
            The owner has left the organization, so the rule does nothing. To run it with your rights, edit and save it.
          </p>
        )}
        <RuleButtons rule={rule} />
      </header>
      <section aria-label="Graph" className="space-y-2">
        <RuleView definition={rule} />
      </section>
      {rule.trigger === 'manual' && <StartRuleForm rule={rule} />}
      <RuleSampleTest rule={rule} />
      <AskRulesForm
        label="Ask about this rule, or describe a change"
        action="Ask"
        placeholder="What does this rule do?"
        ruleId={rule.id}
      />
      <RuleExecutions ruleId={rule.id} />
      <SuppressedEvents ruleId={rule.id} />
      <RuleTests rule={rule} />
      <RuleSilences ruleId={rule.id} />
      <RuleRevisions rule={rule} />
    </DetailPage>
  );
}

function RuleButtons({ rule }: { readonly rule: Rule }) {
  const { name, isActive } = rule;
  const navigate = useNavigate();
  const { setActive, duplicate, remove } = useRuleActions(rule);
  const [isDeleting, setDeleting] = useState(false);
  const error = setActive.error ?? duplicate.error;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Pencil aria-hidden />} onClick={() => void navigate(ruleEditorAddress(rule.id))}>
          Edit rule
        </Button>
        <Button
          icon={isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
          isBusy={setActive.isPending}
          onClick={() => setActive.mutate(!isActive)}
        >
          {isActive ? 'Disable rule' : 'Enable rule'}
        </Button>
        <Button
          icon={<Copy aria-hidden />}
          isBusy={duplicate.isPending}
          onClick={() => duplicate.mutate(undefined, { onSuccess: ({ id }) => void navigate(ruleAddress(id)) })}
        >
          Duplicate rule
        </Button>
        <Button icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
          Delete rule
        </Button>
      </div>
      {error && <ErrorBanner error={error} />}
      <Dialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete rule"
        description={`“${name}” and its revisions are deleted. Its alerts are kept.`}
      >
        {remove.error && <ErrorBanner error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDeleting(false)}>Keep</Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/rules' }) })}
          >
            Delete rule
          </Button>
        </div>
      </Dialog>
    </>
  );
}
