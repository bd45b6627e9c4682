import { noUsage, type Principal } from '@shipmate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeMap, CodeMapStore, CodeSearchQuery } from '../code-map/index.ts';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant, type TestTenant } from './create-test-tenant.ts';
import { addTestRepository, createTestCode, type TestCodeFile } from './test-code.ts';

const notFound = { code: 'NOT_FOUND' };

const shop: Readonly<Record<string, TestCodeFile>> = {
  'README.md': { language: 'markdown', size: 50, words: 'The shop sells things to people who order them.' },
  'src/orders/create-order.ts': {
    symbols: ['createOrder', 'requireStock'],
    docs: { createOrder: 'Stores an order and reserves its stock.' },
    words: 'Out of stock',
  },
  'src/orders/cancel-order.ts': { symbols: ['cancelOrder'], words: 'refund payment gateway' },
  'src/mail/password-reset.ts': { symbols: ['sendPasswordReset'], words: 'Forgot your password?' },
  'src/mail/größe.ts': { symbols: ['größeBerechnen'] },
  'test/.eslintrc.json': { language: 'json', size: 7 },
  'lib/main.py': { language: 'python', symbols: ['parse_config'], words: 'configuration of the shop' },
};

/** Runs the contract of every `CodeMapStore` and `CodeIndexStore`. */
export function codeMapStoreContract(open: OpenDatabase): void {
  describe('CodeMapStore and CodeIndexStore', () => {
    const database = useDatabase(open);
    let tenant: TestTenant;
    let colleague: Principal;
    let stranger: Principal;

    beforeAll(async () => {
      const { unitOfWork } = database();
      tenant = await createTestTenant(unitOfWork);
      colleague = await createTestColleague(unitOfWork, tenant);
      stranger = (await createTestTenant(unitOfWork)).principal;
    });

    const stores = (): Stores => database().unitOfWork.stores;
    const maps = (): CodeMapStore => stores().codeMaps;
    const addRepository = (by = tenant.principal) => addTestRepository(database().unitOfWork, by);

    async function save(repositoryId: string, commit: string, files = shop): Promise<CodeMap> {
      const by = tenant.principal;
      const { code, analyses } = createTestCode(commit, files);
      return database().unitOfWork.transaction(async ({ codeMaps }) => {
        await codeMaps.saveAnalyses(by, analyses);
        return codeMaps.save(by, { id: newId(), repositoryId, branch: 'main', code });
      });
    }

    it('returns the files of a map as they were stored, with the label of the repository', async () => {
      const { id: repositoryId } = await addRepository();
      const imports = [
        { module: './stock', kind: 'static', typeOnly: false, line: 1, path: 'src/mail/größe.ts', external: null },
      ] as const;
      const facts = [{ kind: 'route', name: 'GET /\u0000orders', line: 3 }] as const;
      const files = { ...shop, 'src/a \ud800.ts': { imports, facts } };
      const map = await save(repositoryId, 'one', files);
      expect(map).toMatchObject({ repositoryId, commit: 'one', branch: 'main', fileCount: 8, size: 657 });
      expect(map.languages).toEqual([
        { language: 'typescript', files: 5, size: 500 },
        { language: 'python', files: 1, size: 100 },
        { language: 'markdown', files: 1, size: 50 },
        { language: 'json', files: 1, size: 7 },
      ]);
      const snapshot = await maps().readSnapshot(colleague, map.id);
      const { code } = createTestCode('one', files);
      expect(snapshot).toMatchObject({ mapId: map.id, repositoryId, label: { owner: 'acme', repo: 'shop' } });
      expect(snapshot.files.map(({ path }) => path)).toEqual(
        code.files.map(({ path }) => path.replace('\ud800', '\ufffd')),
      );
      const stored = snapshot.files.find(({ path }) => path.startsWith('src/a'));
      expect(stored).toMatchObject({ imports, facts: [{ kind: 'route', name: 'GET /\ufffdorders', line: 3 }] });
      expect(snapshot.files[0]).toEqual(code.files[0]);
    });

    it('returns all files of a map of thousands, in the order of their paths', async () => {
      const { id: repositoryId } = await addRepository();
      const paths = Array.from({ length: 2_600 }, (_, index) => `src/${String(index).padStart(4, '0')}.json`);
      const map = await save(repositoryId, 'many', Object.fromEntries(paths.map((path) => [path, {}])));
      expect((await maps().readSnapshot(colleague, map.id)).files.map(({ path }) => path)).toEqual(paths);
    });

    it('keeps one map for a commit and the newest ten of a repository, and deletes analyses that no map has', async () => {
      const { id: repositoryId } = await addRepository();
      const other = await addRepository();
      const shared = { 'shared.ts': { symbols: ['shared'] } };
      const kept = await save(other.id, 'kept', shared);
      const first = await save(repositoryId, 'one', { ...shared, 'old.ts': { symbols: ['old'] } });
      const { analyses } = createTestCode('one', { ...shared, 'old.ts': { symbols: ['old'] } });
      const keys = analyses.map(({ key }) => key);
      const again = await save(repositoryId, 'one', { ...shared, 'old.ts': { symbols: ['old'] } });
      await expect(maps().get(tenant.principal, first.id)).rejects.toMatchObject(notFound);
      expect(await maps().list(tenant.principal, repositoryId)).toEqual([again]);
      expect([...(await maps().findAnalyses(tenant.principal, keys)).keys()].toSorted()).toEqual(keys.toSorted());
      for (let number = 0; number < 10; number += 1) await save(repositoryId, `new ${number}`);
      const listed = await maps().list(colleague, repositoryId);
      expect(listed.map(({ commit }) => commit)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((each) => `new ${each}`));
      const left = await maps().findAnalyses(tenant.principal, keys);
      expect([...left.values()]).toEqual([analyses.find(({ key }) => key.includes('shared'))]);
      expect(await maps().find(tenant.principal, repositoryId, 'new 3')).toMatchObject({ commit: 'new 3' });
      expect(await maps().find(tenant.principal, repositoryId)).toEqual(listed[0]);
      expect(await maps().find(tenant.principal, repositoryId, 'one')).toEqual(listed[0]);
      expect(await maps().find(tenant.principal, other.id)).toEqual(kept);
    });

    it('keeps analyses that another index of the organization may need', async () => {
      const { id: repositoryId } = await addRepository();
      const { principal } = tenant;
      const ids = [newId(), newId()];
      for (const id of ids) {
        await database().unitOfWork.transaction(async ({ runs, codeIndexes }) => {
          await runs.createStandalone(principal, { id, kind: 'code_index', model: null });
          await codeIndexes.create(principal, { id, repositoryId, branch: null, commit: null });
        });
      }
      const { analyses } = createTestCode('x', { 'unsaved.ts': { symbols: ['unsaved'] } });
      const keys = analyses.map(({ key }) => key);
      await maps().saveAnalyses(principal, analyses);
      await save(repositoryId, 'one');
      expect([...(await maps().findAnalyses(principal, keys)).keys()]).toEqual(keys);
      await endRun(stores(), ids[0] ?? '');
      await save(repositoryId, 'one');
      expect((await maps().findAnalyses(principal, keys)).size).toBe(0);
      await endRun(stores(), ids[1] ?? '');
    });

    it('keeps the first analysis of a key, and vectors as long as it is there', async () => {
      const { principal } = tenant;
      const { id: repositoryId } = await addRepository();
      const files = { 'a.ts': { symbols: ['alpha'] }, 'b.ts': { symbols: ['beta'] } };
      const { analyses } = createTestCode('one', files);
      const keys = analyses.map(({ key }) => key);
      await maps().saveAnalyses(principal, analyses);
      await maps().saveAnalyses(
        principal,
        analyses.map((each) => ({ ...each, lines: 99 })),
      );
      const map = await save(repositoryId, 'one', files);
      expect([...(await maps().findAnalyses(principal, keys)).values()]).toEqual(expect.arrayContaining([...analyses]));
      expect(await maps().findAnalyses(stranger, keys)).toEqual(new Map());
      expect(await maps().listKeysWithoutVector(principal, 'e:1', [...keys, 'unknown'])).toEqual(new Set(keys));
      const vectors = new Map([...keys, 'unknown'].map((key, index) => [key, Float32Array.of(index, 0.5, -1)]));
      await maps().saveVectors(principal, 'e:1', vectors);
      await maps().saveVectors(principal, 'e:1', vectors);
      expect(await maps().listKeysWithoutVector(principal, 'e:1', keys)).toEqual(new Set());
      expect(await maps().listKeysWithoutVector(principal, 'e:2', keys)).toEqual(new Set(keys));
      const page = { embedder: 'e:1', limit: 1 };
      const [first] = await maps().listVectors(principal, map.id, page);
      expect(first).toEqual({ path: 'a.ts', vector: Float32Array.of(0, 0.5, -1) });
      const [second] = await maps().listVectors(principal, map.id, { ...page, after: 'a.ts' });
      expect(second).toEqual({ path: 'b.ts', vector: Float32Array.of(1, 0.5, -1) });
      expect(await maps().listVectors(principal, map.id, { ...page, after: 'b.ts' })).toEqual([]);
      expect(await maps().listVectors(principal, map.id, { ...page, embedder: 'e:2' })).toEqual([]);
    });

    const hits = async (mapId: string, text: string, more: Partial<CodeSearchQuery> = {}) =>
      (await maps().search(tenant.principal, { mapId, text, limit: 10, ...more })).map(({ path, symbol }) =>
        symbol === null ? path : `${path}#${symbol.name}`,
      );

    it('finds files and symbols by their names, paths, documentation, comments and strings', async () => {
      const { id: repositoryId } = await addRepository();
      const { id: mapId } = await save(repositoryId, 'one');
      expect((await hits(mapId, 'createOrder')).slice(0, 2)).toEqual([
        'src/orders/create-order.ts#createOrder',
        'src/orders/create-order.ts',
      ]);
      const first = async (text: string) => (await hits(mapId, text)).find((hit) => !hit.includes('#'));
      expect(await first('where is stock reserved?')).toBe('src/orders/create-order.ts');
      expect(await first('cancelling orders')).toBe('src/orders/cancel-order.ts');
      expect(await first('refunds')).toBe('src/orders/cancel-order.ts');
      expect(await first('forgot password')).toBe('src/mail/password-reset.ts');
      expect(await first('GRÖSSE größe')).toBe('src/mail/größe.ts');
      expect(await first('pasword')).toBe('src/mail/password-reset.ts');
      expect(await first('eslintrc')).toBe('test/.eslintrc.json');
      expect(await hits(mapId, 'kubernetes')).toEqual([]);
      expect(await hits(mapId, "'; drop & ( :* !! \u0000")).toEqual(expect.any(Array));
      expect(await hits(mapId, ' \u0000 ')).toEqual([]);
      expect((await hits(mapId, 'order', { limit: 1 })).length).toBe(1);
    });

    it('limits a search to paths and languages', async () => {
      const { id: repositoryId } = await addRepository();
      const { id: mapId } = await save(repositoryId, 'one');
      expect(await hits(mapId, 'shop', { languages: ['python'] })).toEqual(['lib/main.py']);
      expect(await hits(mapId, 'eslintrc', { paths: ['**/*.json'] })).toEqual(['test/.eslintrc.json']);
      expect(await hits(mapId, 'eslintrc', { paths: ['src/**', '*.json'] })).toEqual([]);
      await expect(hits(mapId, 'order', { paths: ['a'.repeat(300)] })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
      expect(await hits(mapId, 'order', { paths: ['(a+)+$[', '{', '}'] })).toEqual([]);
    });

    it('reads symbols of the given paths', async () => {
      const { id: repositoryId } = await addRepository();
      const { id: mapId } = await save(repositoryId, 'one');
      const symbols = await maps().listSymbols(colleague, mapId, ['README.md', 'lib/main.py', 'absent.ts']);
      expect([...symbols].map(([path, [symbol]]) => [path, symbol?.name])).toEqual([['lib/main.py', 'parse_config']]);
    });

    it('finds the active index of a target, and its progress', async () => {
      const { principal } = tenant;
      const { codeIndexes } = stores();
      const { id: repositoryId } = await addRepository();
      const target = { branch: 'main', commit: null };
      const begin = () =>
        database().unitOfWork.transaction(async (inside) => {
          const active = await inside.codeIndexes.findActive(principal, repositoryId, target);
          if (active !== undefined) return active;
          const id = newId();
          await inside.runs.createStandalone(principal, { id, kind: 'code_index', model: null });
          return inside.codeIndexes.create(principal, { id, repositoryId, ...target });
        });
      const [index, same] = await Promise.all([begin(), begin()]);
      expect(same).toEqual(index);
      expect(index).toMatchObject({ ...target, repositoryId, status: 'queued', progress: null, errorMessage: null });
      const progress = { phase: 'analysis', done: 3, total: 10 } as const;
      await codeIndexes.saveProgress(principal, index.id, progress);
      expect(await codeIndexes.get(colleague, index.id)).toEqual({ ...index, progress });
      expect(await codeIndexes.findNewest(colleague, repositoryId)).toEqual({ ...index, progress });
      expect(await codeIndexes.findActive(principal, repositoryId, { branch: null, commit: null })).toBeUndefined();
      await endRun(stores(), index.id);
      expect(await codeIndexes.findActive(principal, repositoryId, target)).toBeUndefined();
      expect(await codeIndexes.findNewest(principal, repositoryId)).toMatchObject({ status: 'completed' });
    });

    it('answers NOT_FOUND to other organizations, about unknown ids and to a limited credential', async () => {
      const repository = await addRepository();
      const map = await save(repository.id, 'one');
      const id = newId();
      await database().unitOfWork.transaction(async ({ runs, codeIndexes }) => {
        await runs.createStandalone(tenant.principal, { id, kind: 'code_index', model: null });
        await codeIndexes.create(tenant.principal, { id, repositoryId: repository.id, branch: null, commit: null });
      });
      const limited = { ...tenant.principal, scope: { workspaceId: newId() } };
      const { code } = createTestCode('two', shop);
      const own = { repositoryId: repository.id, mapId: map.id, indexId: id };
      const unknown = { repositoryId: newId(), mapId: newId(), indexId: newId() };
      const invalid = { repositoryId: 'x', mapId: 'x', indexId: 'x' };
      for (const [by, { repositoryId, mapId, indexId }] of [
        [stranger, own],
        [limited, own],
        [tenant.principal, unknown],
        [tenant.principal, invalid],
      ] as const) {
        const { codeMaps, codeIndexes } = stores();
        for (const call of [
          () => codeMaps.save(by, { id: newId(), repositoryId, branch: null, code }),
          () => codeMaps.list(by, repositoryId),
          () => codeMaps.find(by, repositoryId),
          () => codeMaps.get(by, mapId),
          () => codeMaps.readSnapshot(by, mapId),
          () => codeMaps.listSymbols(by, mapId, ['README.md']),
          () => codeMaps.search(by, { mapId, text: 'order', limit: 1 }),
          () => codeMaps.listVectors(by, mapId, { embedder: 'e:1', limit: 1 }),
          () => codeIndexes.create(by, { id: newId(), repositoryId, branch: null, commit: null }),
          () => codeIndexes.get(by, indexId),
          () => codeIndexes.findActive(by, repositoryId, { branch: null, commit: null }),
          () => codeIndexes.findNewest(by, repositoryId),
          () => codeIndexes.saveProgress(by, indexId, { phase: 'save', done: 0, total: 0 }),
        ]) {
          await expect(call()).rejects.toMatchObject(notFound);
        }
      }
      await expect(maps().findAnalyses(limited, [])).rejects.toMatchObject(notFound);
      await expect(maps().saveAnalyses(limited, [])).rejects.toMatchObject(notFound);
      expect(await maps().list(tenant.principal, repository.id)).toEqual([map]);
      await stores().repositories.remove(tenant.principal, repository.id);
      await expect(maps().get(tenant.principal, map.id)).rejects.toMatchObject(notFound);
      await endRun(stores(), id);
    });
  });
}

async function endRun({ runs }: Stores, runId: string): Promise<void> {
  await runs.end(
    { runId },
    { status: 'completed', stopReason: 'final', usage: noUsage, errorCode: null, errorMessage: null },
  );
}
