import type { ApiTokenListResponse } from '@shipmate/protocol/web/tokens';
import { describeScope } from './scope-words.ts';

export interface ScopeFieldsProps {
  /** The scopes that the person may grant. */
  readonly scopes: ApiTokenListResponse['scopes'];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** The scopes of a new token, collapsed at first: most tokens need only the defaults. */
export function ScopeFields({ scopes, chosen, onChange }: ScopeFieldsProps) {
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
