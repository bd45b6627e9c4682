import { expect, it } from 'vitest';
import { createSecret, extensionTokenPrefix, hashSecret } from './secret.ts';

it('createSecret creates 32 random bytes behind a prefix', () => {
  const secrets = Array.from({ length: 100 }, () => createSecret(extensionTokenPrefix));
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^shp_[\w-]{43}$/);
});

it('hashSecret hashes with SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
