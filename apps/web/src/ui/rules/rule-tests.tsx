import type { RuleExecutionView } from '@shipmate/protocol/web/rule-executions';
import {
  ruleTestListResponseSchema,
  ruleTestSchema,
  type RuleTestView,
  runRuleTestsResponseSchema,
} from '@shipmate/protocol/web/rule-replay';
import type { RuleTestResultView, RuleView as Rule } from '@shipmate/protocol/web/rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, FlaskConical, Save } from 'lucide-react';
import { useState } from 'react';
import { deleteResource, requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { TextField } from '../components/text-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ruleAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { rulesKey } from './rule-queries.ts';

const pathOf = (ruleId: string, step = '') => `/api/rules/${encodeURIComponent(ruleId)}/tests${step}`;

/** The saved tests of a rule, and their results once they have run. */
export function RuleTests({ rule: { id, revision } }: { readonly rule: Rule }) {
  const query = useQuery({
    queryKey: [...rulesKey, 'tests', id],
    queryFn: ({ signal }) => requestJson(pathOf(id), { schema: ruleTestListResponseSchema, signal }),
    select: ({ tests }) => tests,
  });
  const run = useMutation({
    mutationFn: async () => {
      const { results } = await requestJson(pathOf(id, '/run'), { schema: runRuleTestsResponseSchema, body: {} });
      return { results, revision };
    },
  });
  // Results of an earlier revision say nothing about the rule now.
  const results = run.data?.revision === revision ? run.data.results : undefined;
  const count = query.data?.length ?? 0;
  return (
    <section aria-label="Saved tests" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Saved tests</h2>
        {count > 0 && (
          <Button icon={<FlaskConical aria-hidden />} isBusy={run.isPending} onClick={() => run.mutate()}>
            Run tests
          </Button>
        )}
      </div>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting>Loading the tests…</Waiting>}
      {query.data && count === 0 && (
        <p className="text-muted text-xs">No saved tests. Open an execution that has ended, and save it as a test.</p>
      )}
      {run.error && <ErrorBanner error={run.error} onDismiss={() => run.reset()} />}
      <p role="status" className="text-xs empty:hidden">
        {results && `${results.filter(({ isPassed }) => isPassed).length} of ${results.length} tests passed.`}
      </p>
      <FramedList aria-label="Saved tests">
        {query.data?.map((test) => (
          <TestRow key={test.id} ruleId={id} test={test} result={results?.find((each) => each.id === test.id)} />
        ))}
      </FramedList>
    </section>
  );
}

interface TestRowProps {
  readonly ruleId: string;
  readonly test: RuleTestView;
  readonly result: RuleTestResultView | undefined;
}

function TestRow({ ruleId, test, result }: TestRowProps) {
  const { id, name, events, expected } = test;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteResource(pathOf(ruleId, `/${encodeURIComponent(id)}`)),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  return (
    <li aria-label={name} className="space-y-2 px-4 py-2.5 text-xs">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
          <span className="font-medium">{name}</span>
          <span className="text-muted block">
            {toCount(events.length, 'event')}; expects {toCount(expected.runs, 'execution')} with{' '}
            {toCount(expected.actions.length, 'action')}
          </span>
        </span>
        {result && <TestState isPassed={result.isPassed} />}
        <Button
          variant="quiet"
          aria-label={`Delete test “${name}”`}
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete test
        </Button>
      </div>
      {result && result.differences.length > 0 && (
        <ul className="list-disc space-y-0.5 pl-4">
          {result.differences.map((difference) => (
            <li key={difference} className="wrap-anywhere">
              {difference}
            </li>
          ))}
        </ul>
      )}
      {remove.error && <ErrorBanner error={remove.error} onDismiss={() => remove.reset()} />}
    </li>
  );
}

function TestState({ isPassed }: Pick<RuleTestResultView, 'isPassed'>) {
  const Icon = isPassed ? CircleCheck : CircleX;
  return (
    <span className={`flex items-center gap-1 font-medium ${isPassed ? 'text-added' : 'text-removed'}`}>
      <Icon aria-hidden className="size-4" />
      {isPassed ? 'Passed' : 'Failed'}
    </span>
  );
}

function toCount(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

interface SaveTestFormProps {
  readonly ruleId: string;
  readonly execution: Pick<RuleExecutionView, 'id'>;
}

/** Saves an execution as a test that expects its actions. */
export function SaveTestForm({ ruleId, execution }: SaveTestFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () =>
      requestJson(pathOf(ruleId), { schema: ruleTestSchema, body: { name, executionId: execution.id } }),
    onSuccess: () => setName(''),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  });
  return (
    <form
      aria-label="Save as test"
      className="space-y-2 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !save.isPending) save.mutate();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Name of the test"
          hint="The test expects that the rule runs the actions of this execution."
          value={name}
          maxLength={255}
          className="flex-1 basis-60"
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" icon={<Save aria-hidden />} disabled={name.trim() === ''} isBusy={save.isPending}>
          Save as test
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {save.data && (
          <>
            Saved “{save.data.name}”.{' '}
            <Link {...ruleAddress(ruleId)} className="text-accent underline underline-offset-2">
              Open the rule to run its tests
            </Link>
          </>
        )}
      </p>
      {save.error && <ErrorBanner error={save.error} onDismiss={() => save.reset()} />}
    </form>
  );
}
