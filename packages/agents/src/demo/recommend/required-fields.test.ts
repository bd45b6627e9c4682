import { expect, it } from 'vitest';
import { parseRequiredFields, toSpec } from './required-fields.ts';

const schema = `Certificate (cert-manager.io/v1).
spec: object (required) — Specification.
  issuerRef: object (required) — The issuer.
    name: string (required) — Name of the issuer.
    kind: string — Kind of the issuer.
  secretName: string (required) — The Secret.
  privateKey: object — The key.
    size: integer (required) — Its size.
  dnsNames: []string (required) — The names.
  usages: []object {key} (required) — Lists of objects are left out.
  encoding: string one of "PKCS1"|"PKCS8" (required) — The encoding.
  isCA: boolean (required)`;

it('parseRequiredFields asks for the values of required fields, nested ones included', () => {
  expect(parseRequiredFields(schema).map(({ question }) => question)).toEqual([
    { name: 'issuerRef-name', text: 'issuerRef.name: Name of the issuer.', type: 'string', required: true },
    { name: 'secretName', text: 'secretName: The Secret.', type: 'string', required: true },
    { name: 'dnsNames', text: 'dnsNames: The names.', type: 'list', required: true },
    {
      name: 'encoding',
      text: 'encoding: The encoding.',
      type: 'string',
      required: true,
      choices: ['PKCS1', 'PKCS8'],
    },
    { name: 'isCA', text: 'isCA?', type: 'boolean', required: true },
  ]);
});

it('toSpec puts each answer at the path of its field', () => {
  const answers = { 'issuerRef-name': 'ca', secretName: 'tls', dnsNames: ['a.test'], encoding: 'PKCS8', isCA: false };
  expect(toSpec(parseRequiredFields(schema), answers)).toEqual({
    issuerRef: { name: 'ca' },
    secretName: 'tls',
    dnsNames: ['a.test'],
    encoding: 'PKCS8',
    isCA: false,
  });
});

it('toSpec writes no property of all objects when a schema names a field "__proto__"', () => {
  const fields = parseRequiredFields('  __proto__: object (required)\n    isSpoiled: boolean (required)');
  expect(fields.map(({ path }) => path)).toEqual([['__proto__', 'isSpoiled']]);
  toSpec(fields, { '__proto__-isSpoiled': true });
  expect('isSpoiled' in {}).toBe(false);
});
