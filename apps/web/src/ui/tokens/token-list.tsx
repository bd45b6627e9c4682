import { useRevokeToken, useTokens } from '../api/tokens.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TokenRow } from './token-row.tsx';

/** The existing tokens, with a button to revoke each. */
export function TokenList() {
  const tokens = useTokens();
  const revoke = useRevokeToken();
  if (tokens.error && !tokens.data) {
    return <ErrorBanner error={tokens.error} onRetry={() => void tokens.refetch()} />;
  }
  if (!tokens.data) return null;
  if (tokens.data.length === 0) return <p className="text-muted text-xs">You have no tokens yet.</p>;
  return (
    <div className="space-y-2">
      {revoke.error && <ErrorBanner error={revoke.error} onDismiss={() => revoke.reset()} />}
      <ul aria-label="Tokens" className="divide-line border-line divide-y rounded-lg border">
        {tokens.data.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            isRevoking={revoke.isPending && revoke.variables === token.id}
            onRevoke={() => revoke.mutate(token.id)}
          />
        ))}
      </ul>
    </div>
  );
}
