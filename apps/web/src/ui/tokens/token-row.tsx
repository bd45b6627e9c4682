import type { ApiToken } from '@shipmate/protocol/web/tokens';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { describeToken } from './describe-token.ts';

export interface TokenRowProps {
  readonly token: ApiToken;
  readonly isRevoking: boolean;
  readonly onRevoke: () => void;
}

/** One token of the list; revoking it requires a second click. */
export function TokenRow({ token, isRevoking, onRevoke }: TokenRowProps) {
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
