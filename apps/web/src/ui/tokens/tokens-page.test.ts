import { expect, test } from 'vitest';
import { describeToken, toCurlCommand } from './tokens-page.tsx';

const now = new Date('2026-06-15T12:00:00Z');
const token = {
  id: '1',
  name: 'curl',
  scopes: ['read'],
  createdAt: '2026-06-01T12:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
};

test.each([
  [{}, 'Created Jun 1, 2026 · never used · never expires'],
  [{ lastUsedAt: '2026-06-15T10:00:00Z' }, 'Created Jun 1, 2026 · last used 2 hours ago · never expires'],
  [{ expiresAt: '2026-06-16T12:00:00Z' }, 'Created Jun 1, 2026 · never used · expires Jun 16, 2026'],
  [{ expiresAt: '2026-06-14T12:00:00Z' }, 'Created Jun 1, 2026 · never used · expired Jun 14, 2026'],
])('describeToken describes %j as: %s', (change, line) => {
  expect(describeToken({ ...token, ...change }, now)).toBe(line);
});

test('toCurlCommand contains the address and the secret', () => {
  expect(toCurlCommand('http://127.0.0.1:8080', 'shp_secret')).toBe(
    [
      'curl http://127.0.0.1:8080/api/tools/latestKubernetesVersion \\',
      "  -H 'Authorization: Bearer shp_secret' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"semverField":"minor"}'`,
    ].join('\n'),
  );
});
