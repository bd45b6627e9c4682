import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { createExtensionToken } from '../use-cases/manage-tokens.ts';
import type { Scope } from '../access/scope.ts';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const second = 1_000;

function at(milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}

/** Runs the contract of every `CredentialStore`. */
export function credentialStoreContract(open: OpenDatabase): void {
  describe('CredentialStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { userId, organizationId } = tenant.principal;
      return {
        unitOfWork,
        ...tenant,
        owner: { userId, organizationId },
        credentials: unitOfWork.stores.credentials,
        audit: unitOfWork.stores.audit,
      };
    }

    describe('sessions', () => {
      it('are found by the hash of their secret until they expire', async () => {
        const { credentials, owner } = await setUp();
        const session = { id: newId(), ...owner, expiresAt: at(60 * second) };
        const secretHash = newId();
        await credentials.createSession({ ...session, secretHash });
        expect(await credentials.findSession(secretHash, now)).toEqual(session);
        expect(await credentials.findSession(secretHash, at(60 * second - 1))).toEqual(session);
        expect(await credentials.findSession(secretHash, at(60 * second))).toBeUndefined();
        expect(await credentials.findSession(newId(), now)).toBeUndefined();
      });

      it('end when they are revoked, which is idempotent', async () => {
        const { credentials, owner } = await setUp();
        const [id, secretHash] = [newId(), newId()];
        await credentials.createSession({ id, ...owner, secretHash, expiresAt: at(60 * second) });
        await credentials.revokeSession(id, at(second));
        await credentials.revokeSession(id, at(30 * second));
        expect(await credentials.findSession(secretHash, at(second))).toBeUndefined();
        await credentials.revokeSession('no-id', now);
      });
    });

    describe('login links', () => {
      it('are consumed by the first use', async () => {
        const { credentials, owner } = await setUp();
        const secretHash = newId();
        await credentials.createLoginLink({ id: newId(), ...owner, secretHash, expiresAt: at(60 * second) }, now);
        expect(await credentials.consumeLoginLink(secretHash, now)).toEqual(owner);
        expect(await credentials.consumeLoginLink(secretHash, now)).toBeUndefined();
      });

      it('are consumed once by concurrent uses', async () => {
        const { credentials, owner } = await setUp();
        const secretHash = newId();
        await credentials.createLoginLink({ id: newId(), ...owner, secretHash, expiresAt: at(60 * second) }, now);
        const attempts = Array.from({ length: 8 }, () => credentials.consumeLoginLink(secretHash, now));
        const results = await Promise.all(attempts);
        expect(results.filter((result) => result !== undefined)).toEqual([owner]);
      });

      it('are refused when expired or unknown', async () => {
        const { credentials, owner } = await setUp();
        const secretHash = newId();
        await credentials.createLoginLink({ id: newId(), ...owner, secretHash, expiresAt: now }, now);
        expect(await credentials.consumeLoginLink(secretHash, now)).toBeUndefined();
        expect(await credentials.consumeLoginLink(newId(), now)).toBeUndefined();
      });
    });

    it('createLoginLink keeps the ten newest links of a member', async () => {
      const { credentials, owner } = await setUp();
      const secrets = Array.from({ length: 12 }, () => newId());
      for (const secretHash of secrets) {
        await credentials.createLoginLink({ id: newId(), ...owner, secretHash, expiresAt: at(60 * second) }, now);
      }
      const results = await Promise.all(secrets.map((secretHash) => credentials.consumeLoginLink(secretHash, now)));
      expect(results.map((result) => result !== undefined)).toEqual(secrets.map((_, index) => index >= 2));
    });

    describe('extension tokens', () => {
      it('are found by the hash of their secret only', async () => {
        const { credentials, principal, owner } = await setUp();
        const secretHash = newId();
        const token = await credentials.createExtensionToken(principal, {
          id: newId(),
          name: 'laptop',
          secretHash,
          expiresAt: null,
        });
        expect(token).toMatchObject({ ...owner, name: 'laptop', expiresAt: null, revokedAt: null, lastUsedAt: null });
        expect(await credentials.findExtensionToken(secretHash, now)).toEqual({ ...token, lastUsedAt: now });
        expect(await credentials.findExtensionToken(newId(), now)).toBeUndefined();
        expect(JSON.stringify(await credentials.listExtensionTokens(principal))).not.toContain(secretHash);
      });

      it('keep their scopes, by default the default ones', async () => {
        const { credentials, principal } = await setUp();
        const create = (scopes?: readonly Scope[]) =>
          credentials.createExtensionToken(principal, {
            id: newId(),
            name: 'ci',
            secretHash: newId(),
            expiresAt: null,
            ...(scopes && { scopes }),
          });
        expect(await create()).toMatchObject({ scopes: ['read', 'chart:write', 'runs:write'] });
        expect(await create(['cluster:read', 'decide_approvals'])).toMatchObject({
          scopes: ['cluster:read', 'decide_approvals'],
        });
        await expect(create([])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
        const listed = await credentials.listExtensionTokens(principal);
        expect(listed.map(({ scopes }) => scopes.length)).toEqual([2, 3]);
      });

      it('give scopes beyond the default ones to owners only, and are audited with them', async () => {
        const { unitOfWork, audit, principal, user, organization } = await setUp();
        const colleague = await createTestColleague(unitOfWork, { principal, user, organization });
        const scopes = ['read', 'cluster:write'] as const;
        const make = (by: Principal, wanted?: readonly Scope[]) =>
          createExtensionToken(unitOfWork, by, {
            id: newId(),
            name: 'ci',
            secretHash: newId(),
            expiresAt: null,
            ...(wanted && { scopes: wanted }),
          });
        await expect(make(colleague, scopes)).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining('"cluster:write"'),
        });
        expect(await make(colleague, ['chart:read'])).toMatchObject({ scopes: ['chart:read'] });
        const { id: subjectId } = await make(principal, scopes);
        const [entry] = await audit.list(principal, { limit: 1 });
        expect(entry).toMatchObject({ kind: 'token_created', subjectId, details: { name: 'ci', scopes: [...scopes] } });
      });

      it('are at most 200 for each person; a revoked one makes room', async () => {
        const { unitOfWork, credentials, principal } = await setUp();
        const make = () => ({ id: newId(), name: 'ci', secretHash: newId(), expiresAt: null });
        const first = make();
        for (const token of [first, ...Array.from({ length: 199 }, make)]) {
          await credentials.createExtensionToken(principal, token);
        }
        await expect(createExtensionToken(unitOfWork, principal, make())).rejects.toMatchObject({ code: 'CONFLICT' });
        await credentials.revokeExtensionToken(principal, first.id, now);
        await createExtensionToken(unitOfWork, principal, make());
        expect(await credentials.listExtensionTokens(principal)).toHaveLength(200);
      });

      it('expire', async () => {
        const { credentials, principal } = await setUp();
        const secretHash = newId();
        await credentials.createExtensionToken(principal, { id: newId(), name: 'ci', secretHash, expiresAt: now });
        expect(await credentials.findExtensionToken(secretHash, at(-1))).toBeDefined();
        expect(await credentials.findExtensionToken(secretHash, now)).toBeUndefined();
      });

      it('end when they are revoked, once or twice, and are not listed any more', async () => {
        const { credentials, principal } = await setUp();
        const [id, secretHash] = [newId(), newId()];
        await credentials.createExtensionToken(principal, { id, name: 'ci', secretHash, expiresAt: null });
        await credentials.revokeExtensionToken(principal, id, now);
        await credentials.revokeExtensionToken(principal, id, at(5 * second));
        expect(await credentials.findExtensionToken(secretHash, now)).toBeUndefined();
        expect(await credentials.listExtensionTokens(principal)).toEqual([]);
      });

      it('record their last use at most once a minute', async () => {
        const { credentials, principal } = await setUp();
        const secretHash = newId();
        await credentials.createExtensionToken(principal, { id: newId(), name: 'ci', secretHash, expiresAt: null });
        const lastUsedAt = async (time: Date) => (await credentials.findExtensionToken(secretHash, time))?.lastUsedAt;
        expect(await lastUsedAt(now)).toEqual(now);
        expect(await lastUsedAt(at(59 * second))).toEqual(now);
        expect(await lastUsedAt(at(60 * second))).toEqual(at(60 * second));
        expect(await credentials.listExtensionTokens(principal)).toMatchObject([{ lastUsedAt: at(60 * second) }]);
      });

      it('have a unique secret', async () => {
        const { credentials, principal } = await setUp();
        const token = { name: 'ci', secretHash: newId(), expiresAt: null };
        await credentials.createExtensionToken(principal, { id: newId(), ...token });
        await expect(credentials.createExtensionToken(principal, { id: newId(), ...token })).rejects.toMatchObject({
          code: 'CONFLICT',
        });
      });

      it('belong to their user only, within an organization too', async () => {
        const { unitOfWork, credentials, principal, user, organization } = await setUp();
        const colleague = await createTestColleague(unitOfWork, { principal, user, organization });
        const id = newId();
        await credentials.createExtensionToken(principal, { id, name: 'ci', secretHash: newId(), expiresAt: null });
        expect(await credentials.listExtensionTokens(colleague)).toEqual([]);
        await expect(credentials.revokeExtensionToken(colleague, id, now)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(await credentials.listExtensionTokens(principal)).toMatchObject([{ id, revokedAt: null }]);
      });

      it('are listed newest first', async () => {
        const { credentials, principal } = await setUp();
        const ids = [newId(), newId(), newId()];
        for (const id of ids) {
          await credentials.createExtensionToken(principal, { id, name: 'ci', secretHash: newId(), expiresAt: null });
        }
        expect((await credentials.listExtensionTokens(principal)).map(({ id }) => id)).toEqual(ids.toReversed());
      });
    });
  });
}
