import { expect, it } from 'vitest';
import { toJwtIdentity } from './jwt-access.ts';

const claims = { issuer: 'https://issuer.test', subject: 'ada', organization: 'analytical' };

// Changing these ids separates external users from their existing data.
it('toJwtIdentity pins the ids derived from claims', () => {
  expect(toJwtIdentity(claims)).toEqual({
    userId: '8a4d04c1-c6b6-8814-868b-7c4fa01b13c6',
    organizationId: 'e72aeb94-8aca-8eca-ba67-45c9672ccb93',
  });
});

it('toJwtIdentity separates issuers, people and organizations', () => {
  const identities = [
    claims,
    { ...claims, issuer: 'https://elsewhere.test' },
    { ...claims, subject: 'analytical', organization: 'ada' },
    { issuer: claims.issuer, subject: 'ada' },
    { issuer: claims.issuer, subject: 'bob' },
  ].map(toJwtIdentity);
  expect(new Set(identities.map(({ userId }) => userId)).size).toBe(4);
  expect(new Set(identities.map(({ organizationId }) => organizationId)).size).toBe(5);
});

it('toJwtIdentity puts users with the same org into one organization', () => {
  const [ada, bob] = [claims, { ...claims, subject: 'bob' }].map(toJwtIdentity);
  expect(ada?.organizationId).toBe(bob?.organizationId);
  expect(ada?.userId).not.toBe(bob?.userId);
});
