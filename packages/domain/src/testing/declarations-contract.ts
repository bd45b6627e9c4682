import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { OpenDatabase } from './contract-database.ts';
import { useDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { addTestRepository, createTestCode, type TestCodeFile } from './test-code.ts';

const chart = { language: 'yaml', facts: [{ kind: 'chart', name: 'checkout', line: 2 }] } as const;
const manifests = {
  language: 'yaml',
  facts: [
    { kind: 'kubernetes_object', name: 'Service/checkout', line: 1 },
    { kind: 'kubernetes_object', name: 'Deployment/checkout', line: 9 },
  ],
} as const;
const label = { owner: 'acme', repo: 'shop' };
const object = 'Deployment/checkout';

/** Runs the contract of `CodeMapStore.findDeclarations`. */
export function declarationsContract(open: OpenDatabase): void {
  describe('CodeMapStore.findDeclarations', () => {
    const database = useDatabase(open);

    /** Stores maps of a new repository, oldest first, and returns its id. */
    async function addMaps(
      owner: Awaited<ReturnType<typeof createTestTenant>>['principal'],
      maps: Readonly<Record<string, Readonly<Record<string, TestCodeFile>>>>,
    ): Promise<string> {
      const { id: repositoryId } = await addTestRepository(database().unitOfWork, owner);
      for (const [commit, files] of Object.entries(maps)) {
        const { code } = createTestCode(commit, files);
        await database().unitOfWork.transaction(({ codeMaps }) =>
          codeMaps.save(owner, { id: newId(), repositoryId, branch: 'main', code }),
        );
      }
      return repositoryId;
    }

    it('finds the charts and manifests of the newest maps, charts first, with the files of values beside a chart', async () => {
      const { principal } = await createTestTenant(database().unitOfWork);
      const one = await addMaps(principal, {
        old: { 'gone/Chart.yaml': chart },
        new: {
          'charts/checkout/Chart.yaml': chart,
          'charts/checkout/values.yaml': {},
          'charts/checkout/values-prod.yml': {},
          'charts/checkout/ci/values.yaml': {},
          'charts/checkout/my-values.yaml': {},
          'charts/checkouts/values.yaml': {},
          'plain/checkout.yaml': manifests,
        },
      });
      const other = await addMaps(principal, { top: { 'Chart.yaml': chart, 'values.yaml': {} } });
      const { codeMaps } = database().unitOfWork.stores;
      const ofOne = { repositoryId: one, label, commit: 'new' };
      const manifest = { ...ofOne, kind: 'kubernetes_object', path: 'plain/checkout.yaml', line: 9, valuesPaths: [] };
      const valuesPaths = ['charts/checkout/values-prod.yml', 'charts/checkout/values.yaml'];
      const charts = [
        { ...ofOne, kind: 'chart', path: 'charts/checkout/Chart.yaml', line: 2, valuesPaths },
        {
          repositoryId: other,
          label,
          commit: 'top',
          kind: 'chart',
          path: 'Chart.yaml',
          line: 2,
          valuesPaths: ['values.yaml'],
        },
      ];
      const found = await codeMaps.findDeclarations(principal, { chart: 'checkout', object });
      expect(found.slice(0, 2)).toEqual(expect.arrayContaining(charts));
      expect(found.slice(2)).toEqual([manifest]);
      expect(await codeMaps.findDeclarations(principal, { chart: undefined, object })).toEqual([manifest]);
    });

    it('finds nothing of other organizations, and answers NOT_FOUND to a limited credential', async () => {
      const { principal } = await createTestTenant(database().unitOfWork);
      const stranger = (await createTestTenant(database().unitOfWork)).principal;
      await addMaps(principal, { new: { 'Chart.yaml': chart } });
      const { codeMaps } = database().unitOfWork.stores;
      const names = { chart: 'checkout', object };
      expect(await codeMaps.findDeclarations(principal, names)).toHaveLength(1);
      expect(await codeMaps.findDeclarations(stranger, names)).toEqual([]);
      const limited = { ...principal, scope: { workspaceId: newId() } };
      await expect(codeMaps.findDeclarations(limited, names)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}
