import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { versionOf } from '../workspace/file-version.ts';
import type { PendingChange } from '../workspace/workspace-file.ts';
import { workspaceOrigins } from '../workspace/workspace.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

const pendingChanges: readonly PendingChange[] = [
  { op: 'create', content: 'new' },
  { op: 'create', content: '' },
  { op: 'modify', content: 'changed' },
  { op: 'modify', content: '' },
  { op: 'delete' },
  { op: 'rename', path: 'moved.yaml' },
  { op: 'rename', path: 'moved.yaml', content: '' },
];

/** Runs the contract of every `WorkspaceStore`. */
export function workspaceStoreContract(open: OpenDatabase): void {
  describe('WorkspaceStore', () => {
    const database = useDatabase(open);

    async function setUp(workspace = newTestWorkspace()) {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      await unitOfWork.stores.workspaces.create(principal, workspace);
      return { unitOfWork, principal, workspace, workspaces: unitOfWork.stores.workspaces };
    }

    it('returns the files and charts of revision 0', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const detail = await workspaces.getDetail(principal, workspace.id);
      expect(detail.workspace).toMatchObject({
        id: workspace.id,
        name: workspace.name,
        summary: null,
        createdType: 'sample',
        createdByUserId: principal.userId,
        organizationId: principal.organizationId,
        currentRevisionNumber: 0,
      });
      expect(detail.revision).toMatchObject({ workspaceId: workspace.id, revisionNumber: 0, createdType: 'sample' });
      expect(detail.charts).toEqual(workspace.charts);
      expect(detail.files).toEqual(workspace.files);
    });

    it('keeps a byte order mark at the beginning of a text', async () => {
      const contents = ['\uFEFFa: 1\n', '\uFEFF', '\uFEFF\uFEFFa: 1\n', 'a: \uFEFF1\n', '', 'plain'];
      const files = contents.flatMap((content, index) => [
        newTestFile(`${index}.yaml`, content),
        newTestFile(`${index}-pending.yaml`, content, { op: 'modify', content: `\uFEFF${content}` }),
      ]);
      const { workspaces, principal, workspace } = await setUp(newTestWorkspace(files));
      const detail = await workspaces.getDetail(principal, workspace.id);
      const byPath = new Map(detail.files.map((file) => [file.path, file]));
      expect(workspace.files.map(({ path }) => byPath.get(path))).toEqual(workspace.files);
      for (const file of workspace.files) {
        expect(await workspaces.findFile(principal, workspace.id, file.path)).toEqual(file);
      }
    });

    it('stores a workspace of every origin, with and without charts and files', async () => {
      const { workspaces, principal } = await setUp();
      for (const createdType of workspaceOrigins) {
        const workspace = { ...newTestWorkspace([]), createdType, charts: [] };
        expect(await workspaces.create(principal, workspace)).toMatchObject({ createdType });
        expect(await workspaces.getDetail(principal, workspace.id)).toMatchObject({ charts: [], files: [] });
      }
    });

    it('keeps the source of a workspace, visible with the workspace and gone with the repository', async () => {
      const { unitOfWork, principal, workspace } = await setUp();
      const { workspaceSources, repositories } = unitOfWork.stores;
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const repositoryId = newId();
      const place = { projectId: null, remoteUrl: 'https://git.example.test/shop.git', localPath: null };
      await repositories.add(principal, {
        id: repositoryId,
        name: `shop ${repositoryId}`,
        defaultBranch: null,
        ...place,
      });
      expect(await workspaceSources.find(principal, workspace.id)).toBeUndefined();
      const commit = 'a'.repeat(40);
      const opened = { workspaceId: workspace.id, repositoryId, folder: 'deploy', branch: 'main', commit };
      const first = { ...opened, pushed: null };
      await workspaceSources.save(principal, first);
      expect(await workspaceSources.find(principal, workspace.id)).toEqual(first);
      const second = { ...first, branch: null, pushed: { commit: 'b'.repeat(40), branch: 'shipmate/scale' } };
      await workspaceSources.save(principal, second);
      expect(await workspaceSources.find(principal, workspace.id)).toEqual(second);
      for (const refused of [
        () => workspaceSources.find(stranger, workspace.id),
        () => workspaceSources.save(stranger, first),
        () => workspaceSources.save(principal, { ...first, repositoryId: newId() }),
      ]) {
        await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await workspaceSources.find(principal, workspace.id)).toEqual(second);
      await repositories.remove(principal, repositoryId);
      expect(await workspaceSources.find(principal, workspace.id)).toBeUndefined();
    });

    it('lists files in the order of their code points', async () => {
      const paths = ['Chart.yaml', 'a/b.yaml', 'a.yaml', 'templates/_x.tpl', 'values.yaml', 'Ä.yaml', 'aB.yaml'];
      const { workspaces, principal, workspace } = await setUp(
        newTestWorkspace(paths.map((path) => newTestFile(path, ''))),
      );
      const { files } = await workspaces.getDetail(principal, workspace.id);
      expect(files.map((file) => file.path)).toEqual(paths.toSorted());
    });

    it.each(pendingChanges)('stores a pending %o and clears it', async (pending) => {
      const content = pending.op === 'create' ? '' : 'old';
      const { workspaces, principal, workspace } = await setUp(newTestWorkspace([newTestFile('a.yaml', content)]));
      const fileId = workspace.files[0]?.id ?? '';
      await workspaces.setPending(principal, workspace.id, { fileId, pending });
      expect((await workspaces.findFile(principal, workspace.id, 'a.yaml'))?.pending).toEqual(pending);
      await workspaces.setPending(principal, workspace.id, { fileId, pending: null });
      expect(await workspaces.findFile(principal, workspace.id, 'a.yaml')).toMatchObject({ content, pending: null });
    });

    it('stores the exact content of a file', async () => {
      const content = 'tabs\t, CRLF\r\n, quotes \'"`, backslash \\n, $1, 😀, \u2028, no newline at the end';
      const { workspaces, principal, workspace } = await setUp(newTestWorkspace([newTestFile('a.yaml', content)]));
      expect((await workspaces.findFile(principal, workspace.id, 'a.yaml'))?.content).toBe(content);
    });

    it('refuses a NUL character in a file', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const pending = { op: 'create', content: 'a\0b' } as const;
      await expect(
        workspaces.addFile(principal, workspace.id, newTestFile('nul.yaml', '', pending)),
      ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(await workspaces.findFile(principal, workspace.id, 'nul.yaml')).toBeUndefined();
    });

    it('adds a file once: a path is unique in a revision', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const file = newTestFile('templates/x.yaml', '', { op: 'create', content: 'kind: X' });
      await workspaces.addFile(principal, workspace.id, file);
      expect(await workspaces.findFile(principal, workspace.id, file.path)).toEqual(file);
      await expect(workspaces.addFile(principal, workspace.id, newTestFile(file.path, 'other'))).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      expect(await workspaces.findFile(principal, workspace.id, file.path)).toEqual(file);
    });

    it('refuses two files with one path in a new workspace, and stores none of it', async () => {
      const { workspaces, principal } = await setUp();
      const twice = newTestWorkspace([newTestFile('a.yaml', '1'), newTestFile('a.yaml', '2')]);
      await expect(workspaces.create(principal, twice)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(workspaces.get(principal, twice.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('removes a file from the current revision only', async () => {
      const { workspaces, principal, workspace } = await setUp();
      await workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files: workspace.files });
      await workspaces.removeFile(principal, workspace.id, workspace.files[0]?.id ?? '');
      expect((await workspaces.getDetail(principal, workspace.id)).files).toEqual(workspace.files.slice(1));
      expect((await workspaces.getDetail(principal, workspace.id, 0)).files).toEqual(workspace.files);
    });

    it('answers NOT_FOUND for an unknown file or revision', async () => {
      const { workspaces, principal, workspace } = await setUp();
      for (const fileId of [newId(), 'no-id']) {
        await expect(workspaces.setPending(principal, workspace.id, { fileId, pending: null })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
        await expect(workspaces.removeFile(principal, workspace.id, fileId)).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
      expect(await workspaces.findFile(principal, workspace.id, 'nowhere.yaml')).toBeUndefined();
      for (const revisionNumber of [1, -1, 2 ** 40]) {
        await expect(workspaces.getDetail(principal, workspace.id, revisionNumber)).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    });

    it('creates revisions that keep ids, charts and earlier revisions', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const files = workspace.files.map((file) => ({ ...file, content: `${file.content}# 1\n` }));
      const revision = await workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files });
      expect(revision).toMatchObject({ revisionNumber: 1, createdType: 'accept', createdByUserId: principal.userId });
      const detail = await workspaces.getDetail(principal, workspace.id);
      expect(detail.workspace.currentRevisionNumber).toBe(1);
      expect(detail.revision).toEqual(revision);
      expect(detail.files).toEqual(files);
      expect(detail.charts).toEqual(workspace.charts);
      expect((await workspaces.getDetail(principal, workspace.id, 0)).files).toEqual(workspace.files);
      const revisions = await workspaces.listRevisions(principal, workspace.id);
      expect(revisions.map(({ revisionNumber }) => revisionNumber)).toEqual([1, 0]);
    });

    it('counts the files that each revision changed, pending creations not included', async () => {
      const { workspaces, principal, workspace } = await setUp(
        newTestWorkspace([newTestFile('a.yaml', 'one'), newTestFile('b.yaml', 'one'), newTestFile('c.yaml', 'three')]),
      );
      const [a, b] = workspace.files.map((file) => ({ ...file, content: file.path === 'a.yaml' ? 'two' : 'one' }));
      if (!a || !b) throw new Error('The workspace has no files.');
      const created = newTestFile('new.yaml', '', { op: 'create', content: 'x' });
      const files = [a, { ...b, path: 'moved.yaml' }, created];
      const revision = await workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files });
      expect(revision.changes).toEqual({ added: 0, removed: 1, modified: 1, renamed: 1 });
      expect(await workspaces.listRevisions(principal, workspace.id)).toMatchObject([
        { revisionNumber: 1, changes: revision.changes },
        { revisionNumber: 0, changes: { added: 3, removed: 0, modified: 0, renamed: 0 } },
      ]);
    });

    it('returns the outline of the current revision: each version and size, and whole files only with a change', async () => {
      const files = [
        newTestFile('a.yaml', 'a: ü\n'),
        newTestFile('b.yaml', 'old', { op: 'modify', content: 'newer' }),
        newTestFile('c.yaml', 'gone', { op: 'delete' }),
        newTestFile('d.yaml', '', { op: 'create', content: 'd' }),
      ];
      const { workspaces, principal, workspace } = await setUp(newTestWorkspace(files));
      const detail = await workspaces.getDetail(principal, workspace.id);
      const outline = await workspaces.getOutline(principal, workspace.id);
      expect(outline).toEqual({
        workspace: detail.workspace,
        charts: detail.charts,
        files: detail.files.map((file) => ({
          id: file.id,
          chartId: file.chartId,
          path: file.path,
          version: versionOf(file),
          bytes: { 'a.yaml': 6, 'b.yaml': 5, 'c.yaml': 4, 'd.yaml': 1 }[file.path],
          changed: file.pending === null ? null : file,
        })),
      });
    });

    it('finds files by path, in the order of their paths, and leaves out others', async () => {
      const { workspaces, principal, workspace } = await setUp(
        newTestWorkspace(['a.yaml', 'b.yaml', 'c.yaml'].map((path) => newTestFile(path, path))),
      );
      const found = await workspaces.findFiles(principal, workspace.id, ['c.yaml', 'x.yaml', 'a.yaml', 'c.yaml']);
      expect(found).toEqual(workspace.files.filter(({ path }) => path !== 'b.yaml'));
      expect(await workspaces.findFiles(principal, workspace.id, [])).toEqual([]);
    });

    it('stores more files than one statement can hold', async () => {
      const files = Array.from({ length: 2_500 }, (_, index) => newTestFile(`f/${index}.yaml`, `${index}`));
      const { workspaces, principal, workspace } = await setUp(newTestWorkspace(files));
      await workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files: workspace.files });
      expect((await workspaces.getDetail(principal, workspace.id)).files).toHaveLength(2_500);
    });

    it('sets the summary', async () => {
      const { workspaces, principal, workspace } = await setUp();
      await workspaces.setSummary(principal, workspace.id, 'A web server.');
      expect((await workspaces.get(principal, workspace.id)).summary).toBe('A web server.');
    });

    it('changes the given settings and keeps the others', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const settings = async () => (await workspaces.get(principal, workspace.id)).settings;
      expect(await settings()).toEqual({ autoAccept: false, validateBeforeAccept: false });
      for (const [change, after] of [
        [{ autoAccept: true }, { autoAccept: true, validateBeforeAccept: false }],
        [{ validateBeforeAccept: true }, { autoAccept: true, validateBeforeAccept: true }],
        [{ autoAccept: false }, { autoAccept: false, validateBeforeAccept: true }],
        [{}, { autoAccept: false, validateBeforeAccept: true }],
      ] as const) {
        expect(await workspaces.setSettings(principal, workspace.id, change)).toEqual(after);
        expect(await settings()).toEqual(after);
      }
    });

    it('creates a revision with its own charts, and returns the source of a rollback', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const charts = [{ id: newId(), name: 'other', root: 'other' }];
      const rollback = { createdType: 'rollback', files: [], charts, sourceRevisionNumber: 0 } as const;
      expect(await workspaces.createRevision(principal, workspace.id, rollback)).toMatchObject({
        createdType: 'rollback',
        sourceRevisionNumber: 0,
      });
      expect(await workspaces.getDetail(principal, workspace.id)).toMatchObject({ charts, files: [] });
      expect(await workspaces.getDetail(principal, workspace.id, 0)).toMatchObject({
        charts: workspace.charts,
        revision: { sourceRevisionNumber: null },
      });
    });

    it('is locked within a transaction only', async () => {
      const { unitOfWork, workspaces, principal, workspace } = await setUp();
      await expect(workspaces.lock(principal, workspace.id)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
      const locked = await unitOfWork.transaction((stores) => stores.workspaces.lock(principal, workspace.id));
      expect(locked).toEqual(await workspaces.get(principal, workspace.id));
    });

    it('serializes the transactions that lock a workspace', async () => {
      const { unitOfWork, workspaces, principal, workspace } = await setUp(
        newTestWorkspace([newTestFile('counter', '0')]),
      );
      const increment = () =>
        unitOfWork.transaction(async (stores) => {
          await stores.workspaces.lock(principal, workspace.id);
          const { files } = await stores.workspaces.getDetail(principal, workspace.id);
          const next = files.map((file) => ({ ...file, content: `${Number(file.content) + 1}` }));
          await stores.workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files: next });
        });
      await Promise.all(Array.from({ length: 6 }, increment));
      const detail = await workspaces.getDetail(principal, workspace.id);
      expect(detail.workspace.currentRevisionNumber).toBe(6);
      expect(detail.files[0]?.content).toBe('6');
    });

    it('numbers revisions uniquely when they are created concurrently', async () => {
      const { workspaces, principal, workspace } = await setUp();
      const revisions = await Promise.all(
        Array.from({ length: 4 }, () =>
          workspaces.createRevision(principal, workspace.id, { createdType: 'accept', files: workspace.files }),
        ),
      );
      expect(new Set(revisions.map(({ revisionNumber }) => revisionNumber))).toEqual(new Set([1, 2, 3, 4]));
    });
  });
}
