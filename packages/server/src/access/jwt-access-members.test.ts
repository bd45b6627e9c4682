import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { createJwtAccess, toJwtIdentity } from './jwt-access.ts';
import type { JwtClaims } from './jwt-verifier.ts';

const issuer = 'https://issuer.test';
const createdAt = new Date(Date.UTC(2030, 0, 1));

interface Membership {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: 'owner' | 'member';
}

/** Users in memory, and the claims of each token. `conflicts` is the number of transactions that lose a race. */
function createAccess(
  claims: Partial<JwtClaims>,
  { conflicts = 0, code = 'CONFLICT' as const as 'CONFLICT' | 'DATABASE_ERROR' } = {},
) {
  const created: object[] = [];
  const names = new Map([
    ['local', 'Ada'],
    ['first', 'First'],
    ['second', 'Second'],
  ]);
  const members: Membership[] = ['first', 'second'].map((organizationId) => ({
    organizationId,
    userId: 'local',
    role: 'member',
  }));
  let transactions = 0;
  const find = (id: string) => (names.has(id) ? { id, name: names.get(id) ?? '', email: '', createdAt } : undefined);
  const users = {
    findUser: async (id: string) => find(id),
    findOrganization: async (id: string) => find(id),
    listOrganizations: async (userId: string) =>
      members
        .filter((member) => member.userId === userId)
        .map(({ organizationId: id, role }) => ({ id, name: '', createdAt, role })),
    createUser: async (user: { readonly id: string; readonly name: string }) => {
      created.push(user);
      names.set(user.id, user.name);
    },
    createOrganization: async (organization: { readonly id: string; readonly name: string }) => {
      created.push(organization);
      names.set(organization.id, organization.name);
    },
    addMember: async (member: Membership) => {
      created.push(member);
      members.push(member);
    },
  };
  const unitOfWork = {
    stores: { users },
    transaction: async (work: (stores: object) => Promise<unknown>) => {
      transactions += 1;
      if (transactions <= conflicts) throw new AppError({ code, message: 'Lost.' });
      return work({ users });
    },
  } as unknown as UnitOfWork;
  const verifier = { verify: async () => ({ issuer, subject: 'ada', isPerson: false, ...claims }) as JwtClaims };
  return { access: createJwtAccess({ verifier, unitOfWork }), created, transactions: () => transactions };
}

it.each([
  ['the oldest one without org', undefined, 'first'],
  ['the one that org names', 'second', 'second'],
])('JwtAccess finds a known user in %s', async (_what, organization, organizationId) => {
  const { access, created } = createAccess({
    subject: 'local',
    ...(organization && { organization }),
    scopes: ['read'],
  });
  const principal = { userId: 'local', organizationId, via: 'jwt', isPerson: false, token: 'a.b.c', scopes: ['read'] };
  await expect(access.verify('a.b.c')).resolves.toEqual(principal);
  expect(created).toEqual([]);
});

it('JwtAccess refuses a known user in an organization of others', async () => {
  const { access } = createAccess({ subject: 'local', organization: 'third' });
  await expect(access.verify('a.b.c')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

it('JwtAccess creates an external user once, as the owner of a new organization', async () => {
  const { access, created } = createAccess({ organization: 'acme', name: 'Ada L.', isPerson: true });
  const { userId, organizationId } = toJwtIdentity({ issuer, subject: 'ada', organization: 'acme' });
  const principal = { userId, organizationId, via: 'jwt', isPerson: true, token: 'a.b.c' };
  await expect(access.verify('a.b.c')).resolves.toStrictEqual(principal);
  expect(created).toEqual([
    { id: userId, email: `${userId}@jwt.invalid`, name: 'Ada L.' },
    { id: organizationId, name: 'acme' },
    { organizationId, userId, role: 'owner' },
  ]);
  await expect(access.verify('a.b.c')).resolves.toStrictEqual(principal);
  expect(created).toHaveLength(3);
});

it('JwtAccess names a user without a name, and their own organization, after the subject', async () => {
  const { access, created } = createAccess({});
  await access.verify('a.b.c');
  expect(created).toMatchObject([{ name: 'ada' }, { name: 'ada' }, { role: 'owner' }]);
});

it('JwtAccess creates an external user once for several organizations', async () => {
  const claims = { organization: 'acme' };
  const { access, created } = createAccess(claims);
  await access.verify('a.b.c');
  claims.organization = 'other';
  await access.verify('a.b.d');
  expect(created.slice(3)).toMatchObject([{ name: 'other' }, { role: 'owner' }]);
});

it('JwtAccess adds the next external user of an organization as a member', async () => {
  const claims = { subject: 'ada', organization: 'acme' };
  const { access, created } = createAccess(claims);
  await access.verify('a.b.c');
  claims.subject = 'bob';
  await access.verify('a.b.d');
  expect(created.slice(3)).toMatchObject([{ name: 'bob' }, { role: 'member' }]);
});

it.each([
  [2, 'CONFLICT', 3, true],
  [3, 'CONFLICT', 3, false],
  [1, 'DATABASE_ERROR', 1, false],
] as const)(
  'JwtAccess that loses %s races with %s makes %s attempts',
  async (...[conflicts, code, attempts, succeeds]) => {
    const { access, transactions } = createAccess({ organization: 'acme' }, { conflicts, code });
    const outcome = await access.verify('a.b.c').catch((error: unknown) => error);
    expect(outcome).toMatchObject(succeeds ? { via: 'jwt' } : { code });
    expect(transactions()).toBe(attempts);
  },
);
