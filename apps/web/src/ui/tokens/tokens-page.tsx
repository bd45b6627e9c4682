import type { ApiToken, CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useCreateToken, useRevokeToken, useTokens } from '../api/tokens.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { ListPage } from '../navigation/list-page.tsx';
import { toAge } from '../time/age.ts';
import { CreateTokenForm } from './create-token-form.tsx';

/** Creates, lists and revokes the tokens with which API clients call tools. */
export function TokensPage() {
  const create = useCreateToken();
  return (
    <ListPage title="API tokens">
      <p className="text-muted text-xs">With a token, programs call Shipmate’s tools on your behalf.</p>
      {create.data ? (
        <NewToken {...create.data} onDone={() => create.reset()} />
      ) : (
        <CreateTokenForm
          isCreating={create.isPending}
          error={create.error}
          onCreate={(token) => create.mutate(token)}
        />
      )}
      <TokenList />
    </ListPage>
  );
}

/** The existing tokens, with a button to revoke each. */
function TokenList() {
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

interface TokenRowProps {
  readonly token: ApiToken;
  readonly isRevoking: boolean;
  readonly onRevoke: () => void;
}

/** One token of the list; revoking it requires a second click. */
function TokenRow({ token, isRevoking, onRevoke }: TokenRowProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-xs font-medium">{token.name}</p>
        <p className="text-muted text-2xs">
          {!isAsking && <span className="block wrap-anywhere">Scopes: {token.scopes.join(', ')}</span>}
          {isAsking ? 'Programs that use it will be refused.' : describeToken(token, new Date())}
        </p>
      </div>
      {isAsking ? (
        <div className="flex gap-2">
          <Button autoFocus onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button variant="danger" isBusy={isRevoking} onClick={onRevoke}>
            Revoke token
          </Button>
        </div>
      ) : (
        <Button aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
    </li>
  );
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Describes a token in one line: creation, last use and expiry. */
export function describeToken({ createdAt, lastUsedAt, expiresAt }: ApiToken, now: Date): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${toAge(new Date(lastUsedAt), now)}`;
  return `Created ${date.format(new Date(createdAt))} · ${used} · ${describeExpiry(expiresAt, now)}`;
}

function describeExpiry(expiresAt: string | null, now: Date): string {
  if (expiresAt === null) return 'never expires';
  const end = new Date(expiresAt);
  return `${end <= now ? 'expired' : 'expires'} ${date.format(end)}`;
}

/** The secret of a new token, shown only once, and a command that uses it. */
function NewToken({ token, secret, onDone }: CreateApiTokenResponse & { onDone: () => void }) {
  const toolsApiUrl = useSession().data?.toolsApiUrl;
  return (
    <section aria-label={`Token ${token.name}`} className="space-y-3">
      <div role="status">
        <Banner tone="caution">Copy the token “{token.name}” now. It is not shown again.</Banner>
      </div>
      <CodeBlock label="Token">{secret}</CodeBlock>
      {toolsApiUrl != null && (
        <>
          <p className="text-muted text-xs">Try it in a terminal:</p>
          <CodeBlock label="Command">{toCurlCommand(toolsApiUrl, secret)}</CodeBlock>
        </>
      )}
      <Button onClick={onDone}>Done</Button>
    </section>
  );
}

/** Returns a shell command that calls a tool with a token. */
export function toCurlCommand(toolsApiUrl: string, secret: string): string {
  return [
    `curl ${new URL('/api/tools/latestKubernetesVersion', toolsApiUrl).href}`,
    `  -H 'Authorization: Bearer ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"semverField":"minor"}'`,
  ].join(' \\\n');
}
