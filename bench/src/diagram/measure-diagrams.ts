import process from 'node:process';

/**
 * Prints the CPU time of each type of diagram on synthetic maps of 1,000, 10,000 and 50,000 files, through the port in this thread. The
 * first drawing of a map writes it to shared memory; the second is warm.
 */
const packages = new URL('../../../packages/', import.meta.url);
const sizes = [1_000, 10_000, 50_000];
const types = ['file_tree', 'dependency_graph', 'architecture_slice', 'data_flow'] as const;

const [{ createDiagrams }, { createInlineCompute }, { createLargeSnapshot }] = await Promise.all([
  import(new URL('tools/src/diagram/create-diagrams.ts', packages).href),
  import(new URL('tools/src/compute/create-inline-compute.ts', packages).href),
  import(new URL('tools/src/testing/sample-code.ts', packages).href),
]);
const compute = createInlineCompute();
const caller = { principal: { organizationId: 'o' }, signal: new AbortController().signal };
const diagrams = createDiagrams({ compute });
const listSymbols = async () => new Map();

for (const size of sizes) {
  const snapshot = createLargeSnapshot(size);
  for (const type of types) {
    const times: number[] = [];
    let shown = 0;
    for (let pass = 0; pass < 2; pass += 1) {
      const startedAt = process.cpuUsage();
      const { nodes } = await diagrams.draw({ snapshot, request: { type }, listSymbols }, caller);
      const { user, system } = process.cpuUsage(startedAt);
      times.push((user + system) / 1_000);
      shown = nodes.length;
    }
    const [first = 0, warm = 0] = times;
    process.stdout.write(
      `${size} files, ${type}: ${shown} nodes, first ${first.toFixed(0)} ms, warm ${warm.toFixed(0)} ms\n`,
    );
  }
}
