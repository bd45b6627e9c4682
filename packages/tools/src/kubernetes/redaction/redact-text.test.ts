import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFullTextRedactor, createTextRedactor } from './redact-text.ts';
import { createNameSearch, createSecretNames } from './secret-names.ts';

const options = { secretNames: ['license-key', 'x'] };
const isSecretName = createSecretNames(options);
const full = createFullTextRedactor(isSecretName);
const quick = createTextRedactor({ isSecretName, mayName: createNameSearch(options) });

const pieces = fc.constantFrom(
  'password',
  'PGPASS',
  'db-pwd',
  'connection-string',
  'Connection_String',
  'auth',
  'api.key',
  'licenseKey',
  'license',
  'x',
  'dsn',
  'name',
  'token',
  '--',
  '-',
  '=',
  ': ',
  ':',
  '"',
  "'",
  '\n',
  '  ',
  ' ',
  '|\n  ',
  'Bearer ',
  'basic ',
  'eyJhbGciOiJI.eyJzdWIiOiIx.abc',
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_0123456789abcdefghij',
  'sk-0123456789abcdefghij',
  'xoxb-0123456789',
  'https://me:',
  'hunter2@host',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----END RSA PRIVATE KEY-----',
  'client-key-data',
  'c2VjcmV0c2VjcmV0',
  'hunter2secret',
  '2026-01-01T00:00:00Z',
  'registry.example.com/app:1.2',
);

test('the text redactor changes a text exactly as the full rules do', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(quick(text)).toBe(full(text));
    }),
    { numRuns: 5_000 },
  );
});

test('the text redactor tests no name when a text contains neither an assignment nor a secret word', () => {
  let judged = 0;
  const counting = (name: string) => {
    judged += 1;
    return isSecretName(name);
  };
  const redact = createTextRedactor({ isSecretName: counting, mayName: createNameSearch() });
  for (const text of [
    'Running',
    '2026-01-01T00:00:00Z',
    'registry.example.com/app:1.2',
    'status: ready, phase=Running',
  ]) {
    expect(redact(text)).toBe(text);
  }
  expect(judged).toBe(0);
});
