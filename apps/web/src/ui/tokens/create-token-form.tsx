import type { AppError } from '@shipmate/core';
import type { ApiTokenListResponse, CreateApiTokenRequest } from '@shipmate/protocol/web/tokens';
import { useState } from 'react';
import { useGrantableScopes } from '../api/tokens.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';

const maxNameLength = 100;
const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: null, label: 'Never' },
] as const;

const fieldLook = 'border-edge bg-surface h-8 rounded-md border px-2 text-base sm:text-xs';

interface CreateTokenFormProps {
  readonly isCreating: boolean;
  readonly error: AppError | null;
  readonly onCreate: (token: CreateApiTokenRequest) => void;
}

/** The form of a new token: its name, its lifetime and its scopes. */
export function CreateTokenForm({ isCreating, error, onCreate }: CreateTokenFormProps) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState(1);
  const [choice, setChoice] = useState<ReadonlySet<string>>();
  const scopes = useGrantableScopes().data ?? [];
  const defaults = new Set(scopes.flatMap(({ scope, isDefault }) => (isDefault ? [scope] : [])));
  const isComplete = name.trim() !== '' && choice?.size !== 0 && !isCreating;

  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        const expiresInDays = lifetimes[lifetime]?.days ?? null;
        if (isComplete) onCreate({ name, expiresInDays, ...(choice && { scopes: [...choice] }) });
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <label className="flex min-w-40 flex-1 flex-col gap-1 text-xs font-medium">
          Name
          <input
            value={name}
            maxLength={maxNameLength}
            placeholder="What is it for?"
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className={`${fieldLook} placeholder:text-muted font-normal`}
          />
        </label>
        <label className="flex flex-col gap-1 text-xs font-medium">
          Expires
          <select
            value={lifetime}
            onChange={(event) => setLifetime(Number(event.target.value))}
            className={`${fieldLook} font-normal`}
          >
            {lifetimes.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={isCreating}>
          Create token
        </Button>
      </div>
      <ScopeFields scopes={scopes} chosen={choice ?? defaults} onChange={setChoice} />
      {error && <ErrorBanner error={error} />}
    </form>
  );
}

interface ScopeFieldsProps {
  /** The scopes that the person may grant. */
  readonly scopes: ApiTokenListResponse['scopes'];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** The scopes of a new token, collapsed at first: most tokens need only the defaults. */
function ScopeFields({ scopes, chosen, onChange }: ScopeFieldsProps) {
  function toggle(scope: string) {
    const changed = new Set(chosen);
    if (!changed.delete(scope)) changed.add(scope);
    onChange(changed);
  }
  return (
    <details className="text-xs">
      <summary className="cursor-pointer">
        Scopes: <span className="text-muted">{[...chosen].join(', ') || 'none'}</span>
      </summary>
      <fieldset className="border-line mt-2 grid gap-x-4 gap-y-1 rounded-md border p-3 sm:grid-cols-2">
        <legend className="sr-only">Scopes</legend>
        {scopes.map(({ scope }) => {
          const isCovered = scope.endsWith(':read') && chosen.has('read');
          return (
            <label key={scope} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isCovered || chosen.has(scope)}
                disabled={isCovered}
                onChange={() => toggle(scope)}
                className="size-4 shrink-0"
              />
              <span>
                {describeScope(scope)} <code className="text-muted font-mono">{scope}</code>
              </span>
            </label>
          );
        })}
      </fieldset>
      <p className="text-muted mt-1">A call that the scopes do not cover is refused, or a person is asked first.</p>
    </details>
  );
}

/** Labels of the scope families; any other family is shown by its own name. */
const familyWords: Readonly<Record<string, string>> = {
  chart: 'Charts',
  cluster: 'Clusters',
  operations: 'Operations',
  flow: 'Flows',
  workflow: 'Rules',
  tables: 'Tables',
  diagram: 'Diagrams of code',
  files: 'Files',
  code: 'Code',
  general: 'Other tools',
  runs: 'Runs',
  patterns: 'Patterns',
  organization: 'Organization',
};

const scopeWords: Readonly<Record<string, string>> = {
  read: 'Read everything',
  accept_changes: 'Accept and reject changes, roll back',
  change_mcp_servers: 'Add MCP servers and accept their tools',
  change_settings: 'Change settings of workspaces',
  change_spend_limits: 'Change spend limits',
  decide_approvals: 'Approve calls, plans and proposals',
  delete_grants: 'Delete standing grants',
  push_branches: 'Push to git, and merge pull requests',
};

/** A scope in words: `cluster:write` as `Clusters: write`. */
export function describeScope(scope: string): string {
  const [family = '', effect] = scope.split(':');
  return effect === undefined ? (scopeWords[scope] ?? scope) : `${familyWords[family] ?? family}: ${effect}`;
}
