import type { JsonValue } from '@shipmate/core';
import type { EntityRowView, EntityView } from '@shipmate/protocol/web/entities';
import { begunExecutionSchema, type StartRuleRequest } from '@shipmate/protocol/web/rule-executions';
import type { RuleView as Rule } from '@shipmate/protocol/web/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { requestJson } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TextField } from '../components/text-field.tsx';
import { ruleExecutionAddress } from '../router/addresses.ts';
import { type RowTexts, toRow } from './row-values.ts';
import { rulesKey } from './rule-queries.ts';
import { useEntities, useEntityRows } from './table-queries.ts';

/** Number of rows that the form suggests. */
const suggestedRows = 50;

/** Starts a rule with the trigger `manual` for a row or with values, and opens the execution. */
export function StartRuleForm({ rule }: { readonly rule: Rule }) {
  const { id, entity: entityName, isActive } = rule;
  const client = useQueryClient();
  const navigate = useNavigate();
  const entities = useEntities();
  const entity = entities.data?.find(({ name }) => name === entityName);
  const [entityKey, setEntityKey] = useState('');
  const [texts, setTexts] = useState<RowTexts>({});
  const start = useMutation({
    mutationFn: (body: StartRuleRequest) =>
      requestJson(`/api/rules/${encodeURIComponent(id)}/start`, { schema: begunExecutionSchema, body }),
    onSuccess: async ({ executionId }) => {
      await client.invalidateQueries({ queryKey: rulesKey, refetchType: 'none' });
      await navigate(ruleExecutionAddress(id, executionId));
    },
  });
  return (
    <form
      aria-label="Start"
      className="space-y-3 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        if (start.isPending) return;
        const key = entityKey.trim();
        start.mutate({ values: toRow(entity?.fields ?? [], texts), ...(key !== '' && { entityKey: key }) });
      }}
    >
      <h2 className="text-sm font-semibold">Start</h2>
      <div className="flex flex-wrap items-end gap-2">
        <RowField entity={entity} entityName={entityName} value={entityKey} onChange={setEntityKey} />
        <Button type="submit" icon={<Play aria-hidden />} disabled={!isActive} isBusy={start.isPending}>
          Start rule
        </Button>
      </div>
      <p className="text-muted">Enter the key of a row, values, or both. Values replace those of the row.</p>
      {!isActive && <p className="text-muted">The rule is disabled. Enable it to start it.</p>}
      {entities.error && <ErrorBanner error={entities.error} onRetry={() => void entities.refetch()} />}
      {entity && (
        <details>
          <summary className="text-accent w-fit underline underline-offset-2">Values</summary>
          <div role="group" aria-label="Values" className="mt-2 grid gap-3 sm:grid-cols-2">
            {entity.fields.map(({ name, type }) => (
              <TextField
                key={name}
                label={name}
                value={texts[name] ?? ''}
                placeholder={type}
                onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
              />
            ))}
          </div>
        </details>
      )}
      {start.error && <ErrorBanner error={start.error} onDismiss={() => start.reset()} />}
    </form>
  );
}

interface RowFieldProps {
  readonly entity: EntityView | undefined;
  readonly entityName: string;
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** The key of a row, with the newest rows as suggestions. */
function RowField({ entity, entityName, value, onChange }: RowFieldProps) {
  const listId = useId();
  const rows = useEntityRows({ entity: entityName, limit: suggestedRows });
  return (
    <>
      <TextField
        label={`Row of ${entityName}`}
        value={value}
        list={listId}
        maxLength={300}
        className="flex-1 basis-60"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {entity &&
          rows.data?.rows.map((row) => {
            const key = toText(row[entity.key]);
            return (
              <option key={key} value={key}>
                {describeRow(entity, row)}
              </option>
            );
          })}
      </datalist>
    </>
  );
}

/** The values of a row that a person can change, without identifiers. */
function describeRow({ fields }: EntityView, row: EntityRowView): string {
  const told = fields.filter(({ name, type, isWritable }) => isWritable && type !== 'uuid' && toText(row[name]) !== '');
  return told
    .slice(0, 3)
    .map(({ name }) => `${name}: ${toText(row[name])}`)
    .join(', ');
}

function toText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
