import type { ApiToken } from '@shipmate/protocol/web/tokens';
import { toAge } from '../time/age.ts';

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
