import { bindTools, createToolExecutionContext, type Principal } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { acceptChanges } from '@shipmate/domain/use-cases';
import {
  createWorkspaceFromTemplate,
  type NewWorkspace,
  type PendingChange,
  type WorkspaceFile,
} from '@shipmate/domain/workspace';
import { chartTools, createFixedKubernetesVersions, type SubchartVersionPort } from '@shipmate/tools';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

const noSubcharts: SubchartVersionPort = {
  findLatest: async () => ({ found: undefined, similar: [], freshness: 'live', asOf: new Date() }),
};

/** A tenant with a starter chart and its tools. */
interface Workbench {
  readonly principal: Principal;
  readonly workspace: NewWorkspace;
  readonly call: (toolName: string, input: unknown, as?: Principal) => Promise<unknown>;
  readonly edit: (input: Record<string, unknown>) => Promise<unknown>;
  readonly fileAt: (path: string) => Promise<WorkspaceFile | undefined>;
  readonly setPending: (path: string, pending: PendingChange) => Promise<void>;
}

async function setUp(): Promise<Workbench> {
  const { unitOfWork } = database;
  const { workspaces } = unitOfWork.stores;
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = createWorkspaceFromTemplate('starter', 'Billing');
  await workspaces.create(principal, workspace);
  const tools = bindTools(chartTools, {
    ...createToolStorage(unitOfWork),
    subchartVersions: noSubcharts,
    kubernetesVersions: createFixedKubernetesVersions(),
    compute: createInlineCompute(),
    helm: sharedHelm,
  });
  const call = async (toolName: string, input: unknown, as = principal) => {
    const tool = tools.find(({ name }) => name === toolName);
    return tool?.execute(tool.parse(input), createToolExecutionContext({ principal: as, workspaceId: workspace.id }));
  };
  const fileAt = (path: string) => workspaces.findFile(principal, workspace.id, path);
  return {
    principal,
    workspace,
    call,
    edit: (input) => call('textEditor', input),
    fileAt,
    async setPending(path, pending) {
      const file = await fileAt(path);
      await workspaces.setPending(principal, workspace.id, { fileId: file?.id ?? '', pending });
    },
  };
}

const replaceReplicas = {
  command: 'str_replace',
  path: 'values.yaml',
  oldStr: 'replicaCount: 1',
  newStr: 'replicaCount: 3',
};

describe('getChartContext', () => {
  it('shows revision 0 with its files, charts and pending changes', async () => {
    const { call, edit, workspace } = await setUp();
    await edit(replaceReplicas);
    const output = await call('getChartContext', { workspaceId: 'ignored' });
    expect(output).toMatchObject({
      success: true,
      workspace: { id: workspace.id, name: 'Billing', revisionNumber: 0, charts: [{ name: 'billing', root: '' }] },
    });
    expect(output).toHaveProperty('workspace.files.length', workspace.files.length);
    expect(output).toHaveProperty(
      'workspace.files',
      expect.arrayContaining([
        expect.objectContaining({
          path: 'values.yaml',
          content: expect.stringContaining('replicaCount: 1'),
          contentPending: expect.stringContaining('replicaCount: 3'),
          pendingOp: 'modify',
        }),
        expect.objectContaining({ path: 'Chart.yaml', contentPending: null, pendingOp: null }),
      ]),
    );
  });
});

describe('textEditor view', () => {
  it('returns pending content when there is any', async () => {
    const { edit } = await setUp();
    expect(await edit({ command: 'view', path: './values.yaml' })).toMatchObject({
      content: expect.stringContaining('replicaCount: 1'),
    });
    await edit(replaceReplicas);
    expect(await edit({ command: 'view', path: 'values.yaml' })).toEqual({
      success: true,
      content: expect.stringContaining('replicaCount: 3'),
    });
  });

  it.each(['view', 'str_replace'])(
    '%s throws NOT_FOUND when the file is missing or its deletion is pending',
    async (command) => {
      const { edit, setPending } = await setUp();
      const failure = {
        code: 'NOT_FOUND',
        message: expect.stringMatching(/^Error: File does not exist\. Use create instead\. /),
        details: { reason: 'file_missing' },
      };
      await expect(edit({ ...replaceReplicas, command, path: 'nowhere.yaml' })).rejects.toMatchObject(failure);
      await setPending('values.yaml', { op: 'delete' });
      await expect(edit({ ...replaceReplicas, command })).rejects.toMatchObject(failure);
    },
  );
});

describe('textEditor create', () => {
  it('adds a file as a pending change, in its chart', async () => {
    const { edit, fileAt, workspace } = await setUp();
    expect(
      await edit({ command: 'create', path: 'templates/hpa.yaml', content: 'kind: HorizontalPodAutoscaler\n' }),
    ).toEqual({
      success: true,
      message: 'Created',
    });
    expect(await fileAt('templates/hpa.yaml')).toMatchObject({
      chartId: workspace.charts[0]?.id,
      content: '',
      pending: { op: 'create', content: 'kind: HorizontalPodAutoscaler\n' },
    });
  });

  it('treats an empty file as existing', async () => {
    const { edit } = await setUp();
    const failure = { code: 'CONFLICT', message: 'Error: File already exists. Use view and str_replace instead.' };
    await edit({ command: 'create', path: 'empty.yaml', content: '' });
    await expect(edit({ command: 'create', path: 'empty.yaml', content: 'a: 1\n' })).rejects.toMatchObject(failure);
    await expect(edit({ command: 'create', path: 'values.yaml', content: '' })).rejects.toMatchObject(failure);
    await edit({ command: 'str_replace', path: 'empty.yaml', oldStr: '', newStr: 'a: 1\n' });
    expect(await edit({ command: 'view', path: 'empty.yaml' })).toMatchObject({ content: 'a: 1\n' });
  });

  it('restores a file whose deletion is pending', async () => {
    const { edit, fileAt, setPending } = await setUp();
    const accepted = (await fileAt('Chart.yaml'))?.content;
    await setPending('Chart.yaml', { op: 'delete' });
    await edit({ command: 'create', path: 'Chart.yaml', content: 'name: other\n' });
    expect(await fileAt('Chart.yaml')).toMatchObject({
      content: accepted,
      pending: { op: 'modify', content: 'name: other\n' },
    });
  });

  it.each(['templates', 'values.yaml/more.yaml'])(
    'throws CONFLICT for %s, where a folder would be a file',
    async (path) => {
      const { edit } = await setUp();
      await expect(edit({ command: 'create', path, content: '' })).rejects.toMatchObject({ code: 'CONFLICT' });
    },
  );

  it('stores invalid YAML and warns with the line', async () => {
    const { edit, fileAt } = await setUp();
    expect(await edit({ command: 'create', path: 'extra.yaml', content: 'a: 1\nb: [\n' })).toMatchObject({
      message: expect.stringMatching(/^Created Warning: extra.yaml is no valid YAML now, at line \d/),
    });
    expect(await fileAt('extra.yaml')).toMatchObject({ pending: { op: 'create' } });
  });
});

describe('textEditor str_replace', () => {
  it('stores the change as pending and keeps the accepted content', async () => {
    const { edit, fileAt, workspace } = await setUp();
    const before = workspace.files.find(({ path }) => path === 'values.yaml')?.content ?? '';
    expect(await edit(replaceReplicas)).toEqual({
      success: true,
      content: before.replace('replicaCount: 1', 'replicaCount: 3'),
      count: 1,
      message: 'Replaced line 2 (exact match). The change is pending review.',
      diff: expect.stringContaining('-replicaCount: 1\n+replicaCount: 3'),
    });
    expect(await fileAt('values.yaml')).toMatchObject({ content: before, pending: { op: 'modify' } });
  });

  it('builds on pending changes, and removes the pending change when it is reverted', async () => {
    const { edit, fileAt } = await setUp();
    await edit(replaceReplicas);
    await edit({ ...replaceReplicas, oldStr: 'replicaCount: 3', newStr: 'replicaCount: 5' });
    expect(await fileAt('values.yaml')).toMatchObject({
      pending: { content: expect.stringContaining('replicaCount: 5') },
    });
    await edit({ ...replaceReplicas, oldStr: 'replicaCount: 5', newStr: 'replicaCount: 1' });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: null });
  });

  it('keeps both edits when two are made concurrently', async () => {
    const { edit, fileAt } = await setUp();
    await Promise.all([
      edit(replaceReplicas),
      edit({ ...replaceReplicas, oldStr: 'port: 80\n', newStr: 'port: 81\n' }),
    ]);
    expect(await fileAt('values.yaml')).toMatchObject({
      pending: { content: expect.stringMatching(/replicaCount: 3[^]*port: 81/) },
    });
  });

  it.each([
    { path: 'values.yaml', oldStr: 'replicaCount: 1', newStr: 'replicaCount: [', reason: 'not valid YAML at line' },
    { path: 'schema.json', oldStr: '"a"', newStr: 'a', reason: 'not valid JSON' },
  ])('rejects an edit that makes $path invalid', async ({ path, oldStr, newStr, reason }) => {
    const { edit, fileAt } = await setUp();
    await edit({ command: 'create', path: 'schema.json', content: '{"a": 1}\n' });
    const before = await fileAt(path);
    await expect(edit({ command: 'str_replace', path, oldStr, newStr })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(reason),
      details: { reason: 'replacement_refused' },
    });
    expect(await fileAt(path)).toEqual(before);
  });

  it('edits an invalid file and warns until it is valid', async () => {
    const { edit } = await setUp();
    await edit({ command: 'create', path: 'extra.yaml', content: 'a: [\nb: {\n' });
    const repair = (oldStr: string, newStr: string) =>
      edit({ command: 'str_replace', path: 'extra.yaml', oldStr, newStr });
    expect(await repair('a: [', 'a: []')).toMatchObject({ message: expect.stringContaining('Warning') });
    expect(await repair('b: {', 'b: {}')).toMatchObject({ message: expect.not.stringContaining('Warning') });
  });

  it('keeps all edits when twenty are made concurrently', async () => {
    const { edit, fileAt } = await setUp();
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const content = numbers.map((number) => `key${number}: before\n`).join('');
    await edit({ command: 'create', path: 'many.yaml', content });
    await Promise.all(
      numbers.map((number) =>
        edit({
          command: 'str_replace',
          path: 'many.yaml',
          oldStr: `key${number}: before`,
          newStr: `key${number}: after`,
        }),
      ),
    );
    expect(await fileAt('many.yaml')).toMatchObject({ pending: { content: content.replaceAll('before', 'after') } });
  });

  it('searches a passage outside of the transaction', async () => {
    const { edit } = await setUp();
    await edit({ command: 'create', path: 'long.txt', content: 'a: 1\n'.repeat(100_000) });
    let isEdited = false;
    const edited = edit({ command: 'str_replace', path: 'long.txt', oldStr: 'a: 1', newStr: 'a: 2', replaceAll: true });
    const queried = database.unitOfWork
      .transaction(async () => undefined)
      .then(() => database.unitOfWork.transaction(async () => undefined))
      .then(() => isEdited);
    await edited.then(() => {
      isEdited = true;
    });
    expect(await queried).toBe(false);
  });

  it('reports the nearest lines when the passage is not found', async () => {
    const { edit, fileAt } = await setUp();
    await expect(edit({ ...replaceReplicas, oldStr: 'replicas: 1' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^Error: String to replace not found in file\. The nearest lines[^]*2\| replicaCount: 1/,
      ),
      details: { reason: 'replacement_refused' },
    });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: null });
  });

  it('matches the indentation of the file when the passage is unindented, and reports the inexact match', async () => {
    const { edit } = await setUp();
    const oldStr = 'limits:\n  cpu: 250m\n  memory: 128Mi\n';
    await edit({
      command: 'create',
      path: 'extra.yaml',
      content: `web:\n    resources:\n        ${oldStr.replaceAll('\n ', '\n         ')}`,
    });
    expect(
      await edit({ command: 'str_replace', path: 'extra.yaml', oldStr, newStr: 'limits:\n  cpu: 500m\n' }),
    ).toMatchObject({
      content: 'web:\n    resources:\n        limits:\n          cpu: 500m\n',
      message: expect.stringMatching(
        /^Replaced lines 3 to 5 \(indentation match\)\. oldStr was not exact.* pending review\.$/,
      ),
    });
  });

  it.each([
    ['an ambiguous passage', { oldStr: 'e', newStr: 'x' }, 'occurs in '],
    [
      'lines left out',
      { oldStr: 'replicaCount: 1', newStr: 'replicaCount: 2\n# ... rest unchanged' },
      'leaves lines out',
    ],
    ['an empty passage', { oldStr: '', newStr: 'x' }, 'oldStr is empty'],
    ['no change', { newStr: 'replicaCount: 1' }, 'are the same'],
  ])('rejects %s, changes nothing and logs the reason', async (_what, input, reason) => {
    const { edit, fileAt, principal, workspace } = await setUp();
    await expect(edit({ ...replaceReplicas, ...input })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(new RegExp(`^Error: .*${reason}`)),
    });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: null });
    expect(await database.unitOfWork.stores.stringReplaceLog.list(principal, workspace.id)).toMatchObject([
      { workspaceId: workspace.id, found: false, tier: null, errorMessage: expect.stringContaining(reason) },
    ]);
  });

  it('logs every attempt, successful or not', async () => {
    const { edit, principal, workspace } = await setUp();
    await edit(replaceReplicas);
    await edit({ ...replaceReplicas, oldStr: 'replicaCount:  3', newStr: 'replicaCount: 4' });
    await expect(edit({ ...replaceReplicas, oldStr: 'absent' })).rejects.toThrow('not found');
    await expect(edit({ ...replaceReplicas, path: 'nowhere.yaml' })).rejects.toThrow('does not exist');
    const log = await database.unitOfWork.stores.stringReplaceLog.list(principal, workspace.id);
    expect(
      log.map(({ path, found, tier, errorMessage }) => ({ path, found, tier, failed: errorMessage !== null })),
    ).toEqual([
      { path: 'nowhere.yaml', found: false, tier: null, failed: true },
      { path: 'values.yaml', found: false, tier: null, failed: true },
      { path: 'values.yaml', found: true, tier: 'collapsed_whitespace', failed: false },
      { path: 'values.yaml', found: true, tier: 'exact', failed: false },
    ]);
    expect(log[3]).toMatchObject({
      oldStr: 'replicaCount: 1',
      newStr: 'replicaCount: 3',
      revisionNumber: 0,
      runId: null,
    });
  });

  it('stores a change that becomes a revision when it is accepted', async () => {
    const { edit, fileAt, principal, workspace } = await setUp();
    await edit(replaceReplicas);
    await acceptChanges(database.unitOfWork, principal, {
      workspaceId: workspace.id,
      revisionNumber: 0,
      selection: 'all',
    });
    expect(await fileAt('values.yaml')).toMatchObject({
      content: expect.stringContaining('replicaCount: 3'),
      pending: null,
    });
  });
});

describe('textEditor str_replace with replaceAll', () => {
  const ports = { command: 'create', path: 'ports.yaml', content: 'a: http\nb: http\nc: http\n' };

  it('replaces every occurrence and returns the count', async () => {
    const { edit } = await setUp();
    await edit(ports);
    expect(
      await edit({ command: 'str_replace', path: 'ports.yaml', oldStr: 'http', newStr: 'https', replaceAll: true }),
    ).toMatchObject({
      content: 'a: https\nb: https\nc: https\n',
      count: 3,
      message: 'Replaced 3 places, lines 1 to 3 (exact match). The change is pending review.',
    });
  });

  it('is suggested when a passage is ambiguous', async () => {
    const { edit } = await setUp();
    await edit(ports);
    await expect(
      edit({ command: 'str_replace', path: 'ports.yaml', oldStr: 'http', newStr: 'https' }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/in 3 places[^]*set replaceAll/) });
  });
});

describe('renameFile', () => {
  it('creates a pending rename, and later calls find the file at the new path', async () => {
    const { call, edit, fileAt } = await setUp();
    await edit(replaceReplicas);
    expect(await call('renameFile', { path: 'values.yaml', newPath: 'base/values.yaml' })).toEqual({
      success: true,
      message: 'Renamed values.yaml to base/values.yaml. The change is pending review.',
    });
    await edit({ ...replaceReplicas, path: 'base/values.yaml', oldStr: 'replicaCount: 3', newStr: 'replicaCount: 4' });
    expect(await edit({ command: 'view', path: 'base/values.yaml' })).toMatchObject({
      content: expect.stringContaining('replicaCount: 4'),
    });
    expect(await fileAt('values.yaml')).toMatchObject({
      content: expect.stringContaining('replicaCount: 1'),
      pending: { op: 'rename', path: 'base/values.yaml', content: expect.stringContaining('replicaCount: 4') },
    });
    await call('renameFile', { path: 'base/values.yaml', newPath: 'values.yaml' });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: { op: 'modify' } });
  });

  it('renames a new file immediately', async () => {
    const { call, edit, fileAt } = await setUp();
    await edit({ command: 'create', path: 'templates/a.yaml', content: 'a: 1\n' });
    await call('renameFile', { path: 'templates/a.yaml', newPath: 'templates/b.yaml' });
    expect(await fileAt('templates/a.yaml')).toBeUndefined();
    expect(await fileAt('templates/b.yaml')).toMatchObject({ pending: { op: 'create', content: 'a: 1\n' } });
  });

  it('warns when the renamed file is invalid YAML', async () => {
    const { call, edit } = await setUp();
    await edit({ command: 'create', path: 'notes.txt', content: 'a: [\n' });
    expect(await call('renameFile', { path: 'notes.txt', newPath: 'notes.yaml' })).toMatchObject({
      message: expect.stringContaining('Warning: notes.yaml is no valid YAML now, at line'),
    });
  });

  it.each([
    ['values.yaml', 'Chart.yaml', 'CONFLICT'],
    ['values.yaml', 'templates', 'CONFLICT'],
    ['nowhere.yaml', 'a.yaml', 'NOT_FOUND'],
  ])('refuses to rename %s to %s', async (path, newPath, code) => {
    const { call, fileAt } = await setUp();
    await expect(call('renameFile', { path, newPath })).rejects.toMatchObject({ code });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: null });
  });
});

describe('deleteFile', () => {
  it('creates a pending deletion', async () => {
    const { call, edit, fileAt } = await setUp();
    await edit(replaceReplicas);
    expect(await call('deleteFile', { path: 'values.yaml' })).toMatchObject({
      message: 'The deletion of values.yaml is pending review.',
    });
    expect(await fileAt('values.yaml')).toMatchObject({ pending: { op: 'delete' } });
    await expect(call('deleteFile', { path: 'values.yaml' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('removes a new file immediately', async () => {
    const { call, edit, fileAt } = await setUp();
    await edit({ command: 'create', path: 'extra.yaml', content: 'a: 1\n' });
    expect(await call('deleteFile', { path: 'extra.yaml' })).toMatchObject({ message: 'Deleted extra.yaml.' });
    expect(await fileAt('extra.yaml')).toBeUndefined();
  });
});

describe('a principal of another tenant', () => {
  it.each([
    ['getChartContext', {}],
    ['textEditor', { command: 'view', path: 'values.yaml' }],
    ['textEditor', { command: 'create', path: 'mine.yaml', content: 'a: 1\n' }],
    ['textEditor', replaceReplicas],
    ['renameFile', { path: 'values.yaml', newPath: 'mine.yaml' }],
    ['deleteFile', { path: 'values.yaml' }],
  ])('gets NOT_FOUND from %s %j', async (toolName, input) => {
    const { call, fileAt } = await setUp();
    const { principal: stranger } = await createTestTenant(database.unitOfWork);
    await expect(call(toolName, input, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.not.stringContaining('Error: File'),
    });
    expect(await fileAt('mine.yaml')).toBeUndefined();
    expect(await fileAt('values.yaml')).toMatchObject({ pending: null });
  });
});
