import { expect, it } from 'vitest';
import type { ContextFile } from './chart-context.ts';
import { describeChartContext } from './describe-chart-context.ts';

function fileOf(path: string, content: string, pending: Partial<ContextFile> = {}): ContextFile {
  return { path, content, contentPending: null, pendingOp: null, pendingPath: null, ...pending };
}

function describeFiles(files: readonly ContextFile[]): string {
  const charts = [{ id: 'c', name: 'shop', root: '' }];
  return describeChartContext({ id: 'w', name: 'Shop', revisionNumber: 2, files: [...files], charts });
}

it('describeChartContext lists files with size and state, and shows Chart.yaml and values.yaml with pending changes', () => {
  const text = describeFiles([
    fileOf('Chart.yaml', 'name: shop\n', { contentPending: 'name: shop2\n', pendingOp: 'modify' }),
    fileOf('templates/new.yaml', '', { contentPending: 'kind: Job\n', pendingOp: 'create' }),
    fileOf('templates/old.yaml', 'kind: Pod\n', { pendingOp: 'delete' }),
    fileOf('templates/moved.yaml', 'kind: Pod\n', { pendingOp: 'rename', pendingPath: 'templates/pod.yaml' }),
    fileOf('values.yaml', 'replicaCount: 1\n'),
  ]);
  expect(text).toBe(`Workspace "Shop", revision 2, 5 files, 4 with a pending change.

Charts: shop (in the top folder).

Files:
<untrusted source="workspace">
- Chart.yaml (12 characters, pending: modify)
- templates/new.yaml (10 characters, pending: create)
- templates/old.yaml (10 characters, pending: delete)
- templates/moved.yaml (10 characters, pending: rename to templates/pod.yaml)
- values.yaml (16 characters)
</untrusted>

<untrusted source="file" name="Chart.yaml">
name: shop2

</untrusted>

<untrusted source="file" name="values.yaml">
replicaCount: 1

</untrusted>

Read any file in full with textEditor: {"command": "view", "path": "…"}.`);
});

it('describeChartContext stays near 12,000 characters and states the omissions', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => fileOf(`templates/file-${index}.yaml`, 'x'));
  const text = describeFiles([fileOf('values.yaml', 'y'.repeat(50_000)), ...many]);
  expect(text.length).toBeLessThan(12_500);
  expect(text).toMatch(/… and \d+ more files\n/);
  expect(text).toContain('… cut: 42500 more characters, view the file');
});
