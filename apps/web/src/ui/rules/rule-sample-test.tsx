import type { EntityView } from '@shipmate/protocol/web/entities';
import { type TestRuleResponse, testRuleResponseSchema } from '@shipmate/protocol/web/rule-replay';
import type { RuleView as Rule } from '@shipmate/protocol/web/rules';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TextField } from '../components/text-field.tsx';
import { ToolData } from '../components/tool-data.tsx';
import { describeCondition } from './describe-terms.ts';
import { type RowTexts, toRow } from './row-values.ts';
import { toTypeWords } from './rule-words.ts';
import { useEntities } from './table-queries.ts';

/** Tries a rule with a row that the person enters. Nothing takes effect. */
export function RuleSampleTest({ rule }: { readonly rule: Rule }) {
  const entities = useEntities();
  const entity = entities.data?.find(({ name }) => name === rule.entity);
  if (!entity) return null;
  return (
    <details className="text-xs">
      <summary className="text-accent w-fit underline underline-offset-2">Test with sample data</summary>
      <SampleForm rule={rule} fields={entity.fields} />
    </details>
  );
}

function SampleForm({ rule, fields }: { readonly rule: Rule; readonly fields: EntityView['fields'] }) {
  const [row, setRow] = useState<RowTexts>({});
  const [before, setBefore] = useState<RowTexts>({});
  const isUpdate = rule.trigger === 'on_update';
  const test = useMutation({
    mutationFn: () =>
      requestJson(`/api/rules/${encodeURIComponent(rule.id)}/test`, {
        schema: testRuleResponseSchema,
        body: {
          row: toRow(fields, row),
          // A field without an earlier value has not changed.
          ...(isUpdate && { before: { ...toRow(fields, row), ...toRow(fields, before) } }),
        },
      }),
  });
  return (
    <form
      aria-label="Sample data"
      className="border-line bg-surface mt-2 space-y-3 rounded-lg border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ name }) => (
          <div key={name} className="flex gap-2">
            <TextField
              label={name}
              value={row[name] ?? ''}
              className="flex-1"
              onChange={({ target }) => setRow({ ...row, [name]: target.value })}
            />
            {isUpdate && (
              <TextField
                label={`${name} before`}
                value={before[name] ?? ''}
                placeholder={row[name] ?? ''}
                className="flex-1"
                onChange={({ target }) => setBefore({ ...before, [name]: target.value })}
              />
            )}
          </div>
        ))}
      </div>
      <Button type="submit" icon={<FlaskConical aria-hidden />} isBusy={test.isPending}>
        Test rule
      </Button>
      {test.error && <ErrorBanner error={test.error} onDismiss={() => test.reset()} />}
      <div role="status">{test.data && <TestResult result={test.data} />}</div>
    </form>
  );
}

const outcomeWords = { run: 'Would run', skipped: 'Skipped', not_reached: 'Not reached' } as const;

function TestResult({ result: { wouldTrigger, conditions, actions } }: { readonly result: TestRuleResponse }) {
  return (
    <div className="space-y-3">
      <p className="font-medium">{wouldTrigger ? 'The rule would start.' : 'The rule would not start.'}</p>
      {conditions.length > 0 && (
        <ul aria-label="Conditions" className="space-y-1">
          {conditions.map(({ condition, holds }) => (
            <li key={JSON.stringify(condition)} className={holds ? 'text-added' : 'text-removed'}>
              <span className="wrap-anywhere">{describeCondition(condition)}</span>: {holds ? 'holds' : 'does not hold'}
            </li>
          ))}
        </ul>
      )}
      {wouldTrigger && (
        <ol aria-label="Actions of the test" className="space-y-3">
          {actions.map(({ id, name, type, outcome, port, isAssumed, input, error }) => (
            <li key={id} className="space-y-1">
              <p className="flex flex-wrap gap-x-3">
                <span className="font-medium">{name}</span>
                <span className="text-muted">{toTypeWords(type)}</span>
                <span>{outcomeWords[outcome]}</span>
                {port !== null && <span>{`Output “${port}”${isAssumed ? ', assumed' : ''}`}</span>}
              </p>
              {error !== null && <p className="text-removed">{error}</p>}
              {outcome === 'run' && <ToolData label="Rendered settings" value={input} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
