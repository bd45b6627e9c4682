import { describe, expect, it } from 'vitest';
import { AppError } from '@shipmate/core';
import { autoAcceptChanges } from '../use-cases/auto-accept.ts';
import { acceptChanges, decideOnHunks } from '../use-cases/change-decisions.ts';
import type { AcceptanceCandidate } from '../use-cases/accept-revision.ts';
import { versionOf } from '../workspace/file-version.ts';
import { listHunks } from '../workspace/hunk-rules.ts';
import { rollBackWorkspace } from '../use-cases/roll-back-workspace.ts';
import { afterEdit } from '../workspace/run-file.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract for everything that creates revisions on every `WorkspaceStore`. */
export function revisionsContract(open: OpenDatabase): void {
  describe('revisions', () => {
    const database = useDatabase(open);

    async function setUp(...files: readonly WorkspaceFile[]) {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const workspace = newTestWorkspace(files);
      await unitOfWork.stores.workspaces.create(principal, workspace);
      const workspaceId = workspace.id;
      return {
        unitOfWork,
        principal,
        workspaceId,
        workspaces: unitOfWork.stores.workspaces,
        read: (revisionNumber?: number) =>
          unitOfWork.stores.workspaces.getDetail(principal, workspaceId, revisionNumber),
      };
    }

    it('roll back as a new revision: pending changes are carried, and nothing is deleted', async () => {
      const { unitOfWork, principal, workspaceId, workspaces, read } = await setUp(
        newTestFile('a.yaml', 'a0', { op: 'modify', content: 'a1' }),
        newTestFile('b.yaml', 'b0'),
      );
      await acceptChanges(unitOfWork, principal, { workspaceId, revisionNumber: 0, selection: 'all' });
      await workspaces.addFile(principal, workspaceId, newTestFile('c.yaml', 'c1', { op: 'delete' }));
      const fileId = (await read()).files.find(({ path }) => path === 'b.yaml')?.id ?? '';
      await workspaces.setPending(principal, workspaceId, { fileId, pending: { op: 'modify', content: 'b2' } });
      const before = await read();
      const { detail, notCarried } = await rollBackWorkspace(unitOfWork, principal, {
        workspaceId,
        revisionNumber: 1,
        to: 0,
      });
      expect(detail.revision).toMatchObject({ revisionNumber: 2, createdType: 'rollback', sourceRevisionNumber: 0 });
      expect(detail.files).toMatchObject([
        { path: 'a.yaml', content: 'a0', pending: null },
        { path: 'b.yaml', content: 'b0', pending: { op: 'modify', content: 'b2' } },
      ]);
      expect(notCarried).toMatchObject([{ path: 'c.yaml', pending: { op: 'delete' } }]);
      expect((await read(1)).files).toEqual(before.files);
      expect(await read()).toEqual(detail);
    });

    it('refuse a rollback from a revision that is not current, and to one that does not exist', async () => {
      const { unitOfWork, principal, workspaceId, read } = await setUp(newTestFile('a.yaml', 'a'));
      const before = await read();
      for (const [revisionNumber, to, code] of [
        [1, 0, 'CONFLICT'],
        [0, 7, 'NOT_FOUND'],
      ] as const) {
        await expect(
          rollBackWorkspace(unitOfWork, principal, { workspaceId, revisionNumber, to }),
        ).rejects.toMatchObject({ code });
      }
      expect(await read()).toEqual(before);
    });

    it('decide hunk by hunk, and refuse hunks of a change that no longer exists', async () => {
      const { unitOfWork, principal, workspaceId, read } = await setUp(
        newTestFile('a.yaml', 'a\nb\nc\nd\ne\n', { op: 'modify', content: 'A\nb\nC\nd\nE\n' }),
      );
      const ids = (await read()).files.flatMap(listHunks).map(({ id }) => id);
      const [first = '', second = '', third = ''] = ids;
      const decide = (revisionNumber: number, accept: string[], reject: string[]) =>
        decideOnHunks(unitOfWork, principal, { workspaceId, revisionNumber, path: 'a.yaml', accept, reject });
      const rejected = await decide(0, [], [third]);
      expect(rejected.workspace.currentRevisionNumber).toBe(0);
      expect(rejected.files[0]?.pending).toEqual({ op: 'modify', content: 'A\nb\nC\nd\ne\n' });
      await expect(decide(0, [first], [second])).rejects.toMatchObject({ code: 'CONFLICT' });
      const [again = ''] = rejected.files.flatMap(listHunks).map(({ id }) => id);
      const accepted = await decide(0, [again], []);
      expect(accepted.workspace.currentRevisionNumber).toBe(1);
      expect(accepted.files[0]).toMatchObject({
        content: 'A\nb\nc\nd\ne\n',
        pending: { op: 'modify', content: 'A\nb\nC\nd\ne\n' },
      });
    });

    it('refuse to accept a change that the person has not seen', async () => {
      const { unitOfWork, principal, workspaceId, workspaces, read } = await setUp(
        newTestFile('a.yaml', 'a', { op: 'modify', content: 'seen' }),
      );
      const [file] = (await read()).files;
      const versions = { 'a.yaml': file ? versionOf(file) : '' };
      await workspaces.setPending(principal, workspaceId, {
        fileId: file?.id ?? '',
        pending: { op: 'modify', content: 'not seen' },
      });
      const decision = { workspaceId, revisionNumber: 0, selection: 'all', versions } as const;
      await expect(acceptChanges(unitOfWork, principal, decision)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { files: [{ path: 'a.yaml', content: 'not seen' }] },
      });
      expect((await read()).workspace.currentRevisionNumber).toBe(0);
    });

    describe('with validation before acceptance', () => {
      const changed = () => newTestFile('a.yaml', 'a', { op: 'modify', content: 'A' });
      const undecided = () => newTestFile('b.yaml', '', { op: 'create', content: 'B' });

      async function setUpValidation() {
        const setup = await setUp(changed(), undecided());
        await setup.workspaces.setSettings(setup.principal, setup.workspaceId, { validateBeforeAccept: true });
        const { unitOfWork, principal, workspaceId } = setup;
        const accept = (check?: (candidate: AcceptanceCandidate) => Promise<void>) =>
          acceptChanges(unitOfWork, principal, {
            workspaceId,
            revisionNumber: 0,
            selection: ['a.yaml'],
            check: check && ((_, candidate) => check(candidate)),
          });
        return { ...setup, accept };
      }

      it('validate the files that would be accepted, then accept them', async () => {
        const { accept } = await setUpValidation();
        const candidates: AcceptanceCandidate[] = [];
        const detail = await accept((candidate) => Promise.resolve(void candidates.push(candidate)));
        expect(detail.workspace.currentRevisionNumber).toBe(1);
        expect(candidates.map(({ files }) => files)).toMatchObject([[{ path: 'a.yaml', content: 'A', pending: null }]]);
      });

      it('accept nothing that is refused, that changed meanwhile, or that cannot be validated', async () => {
        const { accept, read, workspaces, principal, workspaceId } = await setUpValidation();
        const refusal = new AppError({ code: 'VALIDATION_ERROR', message: 'It does not render.' });
        await expect(accept(() => Promise.reject(refusal))).rejects.toBe(refusal);
        await expect(accept()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        const fileId = (await read()).files[0]?.id ?? '';
        await expect(
          accept(() =>
            workspaces.setPending(principal, workspaceId, { fileId, pending: { op: 'modify', content: 'X' } }),
          ),
        ).rejects.toMatchObject({ code: 'CONFLICT' });
        expect((await read()).workspace.currentRevisionNumber).toBe(0);
      });
    });

    describe('autoAcceptChanges', () => {
      /**
       * Creates a run that edited `own` and, after another writer, `mixed`; `foreign` belongs to the other
       * writer.
       */
      async function setUpRun(settings: { autoAccept: boolean; validateBeforeAccept?: boolean }) {
        const files = ['foreign', 'mixed', 'own'].map((path) =>
          newTestFile(path, 'old', { op: 'modify', content: `new ${path}` }),
        );
        const { unitOfWork, principal, workspaceId, workspaces, read } = await setUp(...files);
        await workspaces.setSettings(principal, workspaceId, settings);
        const runId = await createTestRun(unitOfWork, principal, workspaceId);
        const { runFiles } = unitOfWork.stores;
        for (const after of (await read()).files.filter(({ path }) => path !== 'foreign')) {
          const before = { ...after, pending: after.path === 'own' ? null : { op: 'delete' as const } };
          await runFiles.set(principal, runId, afterEdit(undefined, { before, after }));
        }
        const autoAccept = () =>
          unitOfWork.transaction((stores) => autoAcceptChanges(stores, principal, { runId, workspaceId }));
        const listAudit = async () =>
          (await unitOfWork.stores.audit.list(principal, { limit: 10 })).map(
            ({ kind, subjectId, workspaceId: place, details }) => ({
              kind,
              subjectId,
              workspaceId: place,
              details,
            }),
          );
        return { autoAccept, read, listAudit, runId, workspaceId };
      }

      it("accepts the run's own changes as one revision, once", async () => {
        const { autoAccept, read, listAudit, runId, workspaceId } = await setUpRun({ autoAccept: true });
        expect(await autoAccept()).toMatchObject({ revisionNumber: 1, createdType: 'auto_accept' });
        const details = { revisionNumber: 1, byItself: true, runId };
        const entry = { kind: 'changes_accepted', subjectId: workspaceId, workspaceId, details };
        expect(await listAudit()).toEqual([entry]);
        expect((await read()).files).toMatchObject([
          { path: 'foreign', content: 'old', pending: { op: 'modify' } },
          { path: 'mixed', content: 'old', pending: { op: 'modify' } },
          { path: 'own', content: 'new own', pending: null },
        ]);
        expect(await autoAccept()).toBeUndefined();
        expect(await listAudit()).toEqual([entry]);
      });

      it.each([{ autoAccept: false }, { autoAccept: true, validateBeforeAccept: true }])(
        'accepts nothing with %o',
        async (settings) => {
          const { autoAccept, read, listAudit } = await setUpRun(settings);
          const before = await read();
          expect(await autoAccept()).toBeUndefined();
          expect(await read()).toEqual(before);
          expect(await listAudit()).toEqual([]);
        },
      );
    });
  });
}
