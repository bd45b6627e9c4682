import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { expiredCertificate } from '../../../test/support/certificate-fixture.ts';
import { createRedactor, readCertificateDates } from './redactor.ts';
import { createSecretNames } from './secret-names.ts';

const redactor = createRedactor();

describe('names', () => {
  const isSecretName = createSecretNames();

  it.each([
    'password',
    'DB_PASSWORD',
    'dbPassword',
    'PGPASS',
    'api-key',
    'apiKey',
    'API_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'clientSecret',
    'private_key',
    'SENTRY_DSN',
    '.dockerconfigjson',
    'auth',
    'Authorization',
  ])('%s is secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'secretName',
    'secretKeyRef',
    'PASSWORD_FILE',
    'tokenExpirationSeconds',
    'passwordPolicy',
    'namespace',
    'passage',
    'author',
    'bypassed',
    'path',
    'key',
  ])('%s is not secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('are configurable', () => {
    const isOurs = createSecretNames({ secretNames: ['license'], publicNames: ['PUBLIC_TOKEN'] });
    expect(['LICENSE', 'app.license.text', 'PUBLIC_TOKEN'].map(isOurs)).toEqual([true, true, false]);
  });
});

describe('texts', () => {
  it.each([
    'password=hunter2secret',
    'password: hunter2secret',
    '{"password":"hunter2secret"}',
    String.raw`{\"password\":\"hunter2secret\"}`,
    "db_password = 'hunter2secret'",
    'curl --token hunter2secret https://x',
    'curl --api-key=hunter2secret',
    'postgres://app:hunter2secret@db:5432/shop',
    'Authorization: Bearer hunter2secret',
    'client-key-data: hunter2secret',
    '-----BEGIN RSA PRIVATE KEY-----\nhunter2secret\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\\nhunter2secret',
    'eyJhbGciOiJIUzI1NiJ9.hunter2secret.signature',
    'token ghp_hunter2secrethunter2secret',
    'password="hunter2secret',
    'a:\n  password: |\n    hunter2secret\n    hunter2secret\n  b: c\n',
    '- token: >-\n    hunter2secret',
  ])('are redacted: %s', (text) => {
    expect(redactor.text(text)).not.toContain('hunter2secret');
  });

  it.each([
    'password=$(DB_PASSWORD)',
    'passwordRequired: true',
    'token expired for user ada',
    'secretName: db',
    'http://example.com:8080/a',
    'text: |\n  hunter2\npassword: null',
    'level=info msg="password changed" user=ada',
  ])('keep non-secret content: %s', (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it('are redacted in linear time for any content', { timeout: 5_000 }, () => {
    for (const part of [
      'a',
      '-----BEGIN PRIVATE KEY',
      'x=',
      'a://',
      '--a ',
      '"',
      '\\"',
      'eyJ',
      ' : ',
      'password: |\n ',
      'a: |\n',
    ]) {
      expect(redactor.text(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0);
    }
  });
});

describe('objects', () => {
  it('keep the keys of a Secret and the length of its values', () => {
    const object = { kind: 'Secret', data: { user: 'aHVudGVyMg==' }, stringData: { text: 'abc' }, type: 'Opaque' };
    expect(redactor.object(object)).toEqual({
      kind: 'Secret',
      type: 'Opaque',
      data: { user: '[redacted, 7 bytes]' },
      stringData: { text: '[redacted, 3 bytes]' },
    });
  });

  it('contain no secret in any position', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);
    const name = fc.constantFrom('password', 'DB_PASSWORD', 'apiToken', 'client-secret', 'secretAccessKey');
    const places = fc.constantFrom(
      (key: string, value: string) => ({
        kind: 'Secret',
        data: { [key]: Buffer.from(value).toString('base64'), plain: value },
      }),
      (_: string, value: string) => ({ kind: 'Secret', stringData: { 'any.name': value } }),
      (key: string, value: string) => ({ kind: 'Pod', spec: { containers: [{ env: [{ name: key, value }] }] } }),
      (key: string, value: string) => ({ kind: 'Pod', spec: { containers: [{ args: [`--${key}`, value] }] } }),
      (key: string, value: string) => ({
        kind: 'Pod',
        spec: { containers: [{ command: ['sh', '-c', `export ${key}=${value}; run`] }] },
      }),
      (key: string, value: string) => ({ kind: 'ConfigMap', data: { [key]: value } }),
      (key: string, value: string) => ({ kind: 'ConfigMap', data: { 'app.yaml': `a: b\n${key}: ${value}\n` } }),
      (key: string, value: string) => ({
        kind: 'ConfigMap',
        data: { 'app.json': JSON.stringify({ a: { [key]: value } }) },
      }),
      (key: string, value: string) => ({ kind: 'Database', spec: { auth: { [key]: value } } }),
      (key: string, value: string) => ({ kind: 'Pod', metadata: { annotations: { [`example.com/${key}`]: value } } }),
      (key: string, value: string) => ({
        kind: 'Pod',
        metadata: { annotations: { 'example.com/state': JSON.stringify(JSON.stringify({ [key]: value })) } },
      }),
      (_: string, value: string) => ({
        kind: 'Pod',
        metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': value } },
      }),
      (_: string, value: string) => ({ kind: 'ConfigMap', data: { url: `amqp://user:${value}@host/x` } }),
    );
    fc.assert(
      fc.property(places, name, secret, (place, key, value) => {
        const shown = JSON.stringify(redactor.object(place(key, value)));
        expect(shown).not.toContain(value);
        expect(shown).not.toContain(Buffer.from(value).toString('base64'));
      }),
    );
  });
});

it('keep only the manager and the API version of managed fields', () => {
  const writer = { manager: 'helm', operation: 'Update', apiVersion: 'policy/v1beta1' };
  const managedFields = [{ ...writer, time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:data': { 'v:hunter2': {} } } }];
  expect(redactor.object({ kind: 'ConfigMap', metadata: { name: 'a', managedFields } })).toEqual({
    kind: 'ConfigMap',
    metadata: { name: 'a', managedFields: [writer] },
  });
});

const encode = (text: string) => Buffer.from(text).toString('base64');
const dates = { notBefore: '2025-01-01T00:00:00.000Z', notAfter: '2025-12-01T00:00:00.000Z' };

test('readCertificateDates returns the dates of a certificate', () => {
  expect(readCertificateDates(encode(expiredCertificate))).toEqual(dates);
});

test('readCertificateDates returns the dates of the first certificate when a chain follows', () => {
  expect(readCertificateDates(encode(`${expiredCertificate}${expiredCertificate}`))).toEqual(dates);
});

test.each([
  ['a private key', encode('-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n')],
  ['an empty value', ''],
  ['text that is no base64', '%%%'],
  ['no text', 7],
  ['a value that is too long', encode(expiredCertificate.repeat(1_000))],
])('readCertificateDates returns nothing for %s', (_name, value) => {
  expect(readCertificateDates(value)).toBeUndefined();
});

test('the redactor adds the dates of a TLS Secret and shows neither its certificate nor its key', () => {
  const redacted = createRedactor().object({
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': encode(expiredCertificate), 'tls.key': encode('private') },
  });
  expect(redacted['certificate']).toEqual(dates);
  const [, line = ''] = expiredCertificate.split('\n');
  expect(JSON.stringify(redacted)).not.toContain(encode('private'));
  expect(JSON.stringify(redacted)).not.toContain(encode(expiredCertificate).slice(40, 80));
  expect(JSON.stringify(redacted)).not.toContain(line);
});

test('the redactor drops a field that imitates the dates of a certificate', () => {
  const redacted = createRedactor().object({ kind: 'Secret', certificate: { notAfter: 'hunter2' }, data: {} });
  expect(redacted).not.toHaveProperty('certificate');
});
