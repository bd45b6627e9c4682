import { describe, expect, it } from 'vitest';
import { editWorkspace } from '../use-cases/edit-workspace.ts';
import { addFile, deleteFiles, moveFiles, saveFile } from '../workspace/file-edits.ts';
import { versionOf } from '../workspace/file-version.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail } from '../workspace/workspace-store.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract for edits of a workspace's files on every `WorkspaceStore`. */
export function fileEditsContract(open: OpenDatabase): void {
  describe('editWorkspace', () => {
    const database = useDatabase(open);

    async function setUp(...files: readonly WorkspaceFile[]) {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const workspace = newTestWorkspace(files);
      await unitOfWork.stores.workspaces.create(principal, workspace);
      const workspaceId = workspace.id;
      return {
        read: () => unitOfWork.stores.workspaces.getDetail(principal, workspaceId),
        edit: (edit: (detail: WorkspaceDetail) => readonly WorkspaceFile[], revisionNumber = 0) =>
          editWorkspace(unitOfWork, principal, { workspaceId, revisionNumber, edit }),
      };
    }

    async function seen(read: () => Promise<WorkspaceDetail>, path: string) {
      const file = (await read()).files.find((candidate) => candidate.path === path);
      return { path, version: file ? versionOf(file) : '' };
    }

    it('stores saved, added, moved and deleted files as pending', async () => {
      const { read, edit } = await setUp(
        newTestFile('deleted.yaml', 'old'),
        newTestFile('gone.yaml', '', { op: 'create', content: 'x' }),
        newTestFile('here.yaml', '', { op: 'create', content: 'y' }),
        newTestFile('moved.yaml', 'old'),
        newTestFile('saved.yaml', 'old'),
      );
      await edit(({ files }) => {
        const reference = (path: string) => ({
          path,
          version: files.filter((file) => file.path === path).map(versionOf)[0] ?? '',
        });
        return deleteFiles(files, [reference('deleted.yaml'), reference('gone.yaml')]);
      });
      const saved = { ...(await seen(read, 'saved.yaml')), content: 'new' };
      await edit(({ files }) => saveFile(files, saved));
      await edit((detail) => addFile(detail, { path: 'a/added.yaml', content: '' }));
      const moves = [
        { ...(await seen(read, 'here.yaml')), to: 'there.yaml' },
        { ...(await seen(read, 'moved.yaml')), to: 'b/moved.yaml' },
      ];
      const detail = await edit((current) => moveFiles(current, moves));
      expect(detail.files.map(({ path, content, pending }) => [path, content, pending])).toEqual([
        ['a/added.yaml', '', { op: 'create', content: '' }],
        ['deleted.yaml', 'old', { op: 'delete' }],
        ['moved.yaml', 'old', { op: 'rename', path: 'b/moved.yaml' }],
        ['saved.yaml', 'old', { op: 'modify', content: 'new' }],
        ['there.yaml', '', { op: 'create', content: 'y' }],
      ]);
      expect(detail.workspace.currentRevisionNumber).toBe(0);
      expect(await read()).toEqual(detail);
    });

    it('lets one of two concurrent saves of a file succeed, and returns the current file to the other', async () => {
      const { read, edit } = await setUp(newTestFile('values.yaml', 'replicas: 1\n'));
      const version = await seen(read, 'values.yaml');
      const outcomes = await Promise.allSettled(
        ['replicas: 2\n', 'replicas: 3\n'].map((content) =>
          edit(({ files }) => saveFile(files, { ...version, content })),
        ),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [file] = (await read()).files;
      const won = outcomes[0]?.status === 'fulfilled' ? 'replicas: 2\n' : 'replicas: 3\n';
      expect(file?.pending).toEqual({ op: 'modify', content: won });
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(lost?.reason).toMatchObject({
        code: 'CONFLICT',
        details: { files: [{ path: 'values.yaml', version: (await seen(read, 'values.yaml')).version, content: won }] },
      });
    });

    it('loses no edit when many edit many files concurrently', async () => {
      const paths = ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'];
      const { read, edit } = await setUp(...paths.map((path) => newTestFile(path, '')));
      const versions = await Promise.all(paths.map((path) => seen(read, path)));
      await Promise.all(versions.map((file) => edit(({ files }) => saveFile(files, { ...file, content: file.path }))));
      const { files } = await read();
      expect(files.map(({ path, pending }) => [path, pending])).toEqual(
        paths.map((path) => [path, { op: 'modify', content: path }]),
      );
    });

    it('stores nothing of an edit that is refused, nor of one on another revision', async () => {
      const { read, edit } = await setUp(newTestFile('a.yaml', 'a'), newTestFile('b.yaml', 'b'));
      const before = await read();
      const a = await seen(read, 'a.yaml');
      await expect(
        edit(({ files }) => deleteFiles(files, [a, { path: 'b.yaml', version: 'old' }])),
      ).rejects.toMatchObject({ code: 'CONFLICT', details: { files: [{ path: 'b.yaml' }] } });
      await expect(edit(({ files }) => deleteFiles(files, [a]), 1)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await read()).toEqual(before);
    });
  });
}
