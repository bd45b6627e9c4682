import type { RuleRevisionView, RuleView } from '@shipmate/protocol/web/rules';
import { Undo2 } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Waiting } from '../components/waiting.tsx';
import { useRuleActions, useRuleRevisions } from './rule-queries.ts';
import { fieldWords } from './rule-words.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** The revisions of a rule, newest first; an earlier one can be restored. */
export function RuleRevisions({ rule }: { readonly rule: RuleView }) {
  const revisions = useRuleRevisions(rule.id);
  const { restore } = useRuleActions(rule);
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Revisions</h2>
      {revisions.error && <ErrorBanner error={revisions.error} onRetry={() => void revisions.refetch()} />}
      {revisions.isPending && <Waiting>Loading the revisions…</Waiting>}
      {restore.error && <ErrorBanner error={restore.error} onDismiss={() => restore.reset()} />}
      <FramedList aria-label="Revisions">
        {revisions.data?.map(({ revision, changedByName, createdAt, difference }) => (
          <li key={revision} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-2.5 text-xs">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                Revision {revision}
                {revision === rule.revision && ', current'}
              </p>
              <p className="wrap-anywhere">{revision === 1 ? 'Created' : describeDifference(difference)}</p>
              <p className="text-muted">
                {changedByName}, <RelativeTime at={createdAt} />
              </p>
            </div>
            {revision !== rule.revision && (
              <Button
                aria-label={`Restore revision ${revision}`}
                icon={<Undo2 aria-hidden />}
                isBusy={restore.isPending && restore.variables === revision}
                onClick={() => restore.mutate(revision)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </FramedList>
    </section>
  );
}

function describeDifference({ fields, added, removed, changed }: RuleRevisionView['difference']): string {
  const parts = [
    ['Changed', [...fields.map((field) => fieldWords[field] ?? field), ...changed]],
    ['Added', added],
    ['Removed', removed],
  ] as const;
  const texts = parts.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word}: ${names.join(', ')}.`]));
  return texts.join(' ') || 'Changed connections.';
}
