import { editChart } from '@shipmate/examples/edit-chart';
import { runAgent } from '@shipmate/examples/run-agent';
import { expect, it } from 'vitest';
import { startArtifactHub } from './browser/artifact-hub.ts';

it('examples/edit-chart edits a chart with tool calls and accepts revision 1', async () => {
  await using hub = await startArtifactHub();
  const { revision, files } = await editChart({ ARTIFACT_HUB_URL: hub.url });
  const contents = Object.fromEntries(files.map(({ path, content }) => [path, content]));
  expect(revision.revisionNumber).toBe(1);
  expect(files.filter(({ pending }) => pending !== null)).toEqual([]);
  expect(contents['Chart.yaml']).toContain(
    'dependencies:\n  - name: redis\n    version: 21.4.2\n    repository: https://charts.bitnami.com/bitnami\n',
  );
  expect(contents['values.yaml']).toContain('storefront:\n  replicaCount: 3\n');
});

it('examples/run-agent edits a chart with a model', async () => {
  await using hub = await startArtifactHub();
  const result = await runAgent(undefined, { ARTIFACT_HUB_URL: hub.url });
  expect(result.stopReason).toBe('final');
  expect(result.toolCallsExecuted.filter(({ isError }) => isError)).toEqual([]);
  expect(result.finalMessage).toContain('Added **redis 21.4.2**');
  expect(result.finalMessage).toContain('to **3** in `values.yaml`');
});
