import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificateAuthority } from './certificate.ts';

const authority = createCertificateAuthority('kube-sim-ca');
const root = new X509Certificate(authority.certificate);

test('an authority signs its own and every issued certificate', () => {
  const served = new X509Certificate(
    authority.issueServer({ commonName: 'api' }, ['localhost', '127.0.0.1']).certificate,
  );
  expect(root.ca).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(served.verify(root.publicKey)).toBe(true);
  expect(served.checkIssued(root)).toBe(true);
  expect(served.checkHost('localhost')).toBe('localhost');
  expect(served.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(served.checkHost('example.com')).toBeUndefined();
});

test('a client certificate names the user and the groups', () => {
  const { certificate, key } = authority.issueClient({ commonName: 'alice', organizations: ['team:a', 'team:b'] });
  expect(new X509Certificate(certificate).subject).toBe('O=team:a\nO=team:b\nCN=alice');
  expect(key).toContain('PRIVATE KEY');
});
