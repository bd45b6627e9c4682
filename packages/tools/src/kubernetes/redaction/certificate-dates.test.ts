import { expect, test } from 'vitest';
import { expiredCertificate } from '../../../test/support/certificate-fixture.ts';
import { readCertificateDates } from './certificate-dates.ts';
import { createRedactor } from './redactor.ts';

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
