import type { AppError } from '@shipmate/core';
import type { CreateApiTokenRequest } from '@shipmate/protocol/web/tokens';
import { useState } from 'react';
import { useGrantableScopes } from '../api/tokens.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { ScopeFields } from './scope-fields.tsx';

const maxNameLength = 100;
const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: null, label: 'Never' },
] as const;

const fieldLook = 'border-edge bg-surface h-8 rounded-md border px-2 text-base sm:text-xs';

export interface CreateTokenFormProps {
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
