import { expect, it } from 'vitest';
import { createEnvironmentJwtVerifier, jwtEnvironmentSchema } from './jwt-environment.ts';

const read = (variables: Record<string, string>) => createEnvironmentJwtVerifier(jwtEnvironmentSchema.parse(variables));
const names = { JWT_ISSUER: 'https://issuer.test', JWT_AUDIENCE: 'shipmate' };
const JWT_SECRET = 'a secret of thirty-two characters';
const JWT_JWKS_URL = 'https://issuer.test/jwks';

it('createEnvironmentJwtVerifier accepts no JWTs without an issuer', () => {
  expect(read({})).toBeUndefined();
});

it.each<Record<string, string>>([
  { ...names, JWT_SECRET },
  { ...names, JWT_JWKS_URL },
  { ...names, JWT_SECRET, JWT_ALGORITHMS: 'HS256, HS512' },
  { ...names, JWT_JWKS_URL, JWT_ALGORITHMS: 'RS256', JWT_CLOCK_TOLERANCE_SECONDS: '0' },
])('createEnvironmentJwtVerifier accepts %j', (variables) => {
  expect(read(variables)).toEqual({ verify: expect.any(Function) });
});

it.each<[Record<string, string>, RegExp]>([
  [names, /JWT_JWKS_URL or JWT_SECRET/],
  [{ JWT_SECRET }, /need JWT_ISSUER/],
  [{ JWT_ISSUER: names.JWT_ISSUER, JWT_SECRET }, /JWT_AUDIENCE/],
  [{ JWT_ISSUER: names.JWT_ISSUER }, /JWT_AUDIENCE/],
  [{ JWT_AUDIENCE: names.JWT_AUDIENCE }, /JWT_ISSUER/],
  [{ ...names, JWT_SECRET, JWT_JWKS_URL }, /not both/],
  [{ ...names, JWT_SECRET, JWT_ALGORITHMS: 'RS256' }, /can be, with such a key: HS256/],
  [{ ...names, JWT_JWKS_URL, JWT_ALGORITHMS: 'RS256,HS256' }, /with such a key: RS256/],
  [{ ...names, JWT_JWKS_URL, JWT_ALGORITHMS: 'none' }, /with such a key/],
])('createEnvironmentJwtVerifier rejects %j', (variables, message) => {
  expect(() => read(variables)).toThrow(message);
});

it.each([{ JWT_PERSON_CLAIM: 'person', JWT_SCOPE_CLAIM: 'scope' }, { JWT_CLOCK_TOLERANCE_SECONDS: '300' }])(
  'jwtEnvironmentSchema accepts %j',
  (variables) => {
    expect(jwtEnvironmentSchema.safeParse(variables)).toMatchObject({ success: true });
  },
);

it.each([
  { JWT_PERSON_CLAIM: '' },
  { JWT_SCOPE_CLAIM: '' },
  { JWT_CLOCK_TOLERANCE_SECONDS: '-1' },
  { JWT_CLOCK_TOLERANCE_SECONDS: '301' },
])('jwtEnvironmentSchema rejects %j', (variables) => {
  expect(jwtEnvironmentSchema.safeParse(variables)).toMatchObject({ success: false });
});
