/**
 * Compares kube-sim with a real cluster: runs recorded command lines with the real kubectl against a simulated cluster and compares
 * exit codes and outputs.
 *
 *     pnpm compare:commands RECORDS.json [--show [INDEX]]
 *
 * RECORDS.json is `{ "base": "…", "commands": [{ "command": "…", "output": "…", "exit": 0 }] }`. `base` is the manifest file `base.yaml`
 * that the first command applies. `command` is a line for bash, `output` what a real cluster's kubectl wrote to standard output and
 * standard error together, `exit` its exit code. Commands run in their order, a minute after the first one.
 *
 * `commands/accepted-differences.json` holds the reviewed differences: the index of the command, a digest of the differing lines and the reason.
 * The script fails on a difference that is not in it, on one that has changed and on one that is gone.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createCluster, type Cluster } from '../src/index.ts';
import { findProgram } from '../test/support/programs.ts';
import { runProgram } from '../test/support/run-program.ts';
import { normalizeOutput } from './commands/normalize-output.ts';

const recordsSchema = z.object({
  base: z.string(),
  commands: z.array(z.object({ command: z.string(), output: z.string(), exit: z.number().int() })),
});
const acceptedSchema = z.array(z.strictObject({ index: z.number().int(), digest: z.string(), reason: z.string() }));

interface Difference {
  readonly index: number;
  readonly command: string;
  readonly lines: readonly string[];
  readonly digest: string;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;

async function startReference(): Promise<Cluster> {
  const cluster = await createCluster({
    startTime: new Date(Date.now() - 30 * minuteMs),
    nodes: [
      { name: 'node-1' },
      {
        name: 'gpu-1',
        labels: { pool: 'gpu' },
        taints: [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }],
      },
      { name: 'lost-1', failsAfter: 0 },
    ],
  });
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'lost-1' },
    spec: { unschedulable: true },
  });
  // The recorded node had the image already.
  const puller = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'puller', namespace: 'kube-system' } };
  const containers = [{ name: 'main', image: 'busybox:1.35' }];
  cluster.objects.apply({ ...puller, spec: { nodeName: 'node-1', containers } });
  cluster.objects.delete({ apiVersion: 'v1', kind: 'Pod', ...puller.metadata }, { gracePeriodSeconds: 0 });
  cluster.advance(3 * minuteMs);
  return cluster;
}

/** The differing lines: `-` for the real output, `+` for the simulated one. */
function differingLines(real: readonly string[], simulated: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: real.length + 1 }, () => Array.from({ length: simulated.length + 1 }, () => 0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = real.length - 1; row >= 0; row -= 1)
    for (let column = simulated.length - 1; column >= 0; column -= 1)
      (lengths[row] ?? [])[column] =
        real[row] === simulated[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < real.length || column < simulated.length) {
    if (row < real.length && real[row] === simulated[column]) [row, column] = [row + 1, column + 1];
    else if (column >= simulated.length || (row < real.length && at(row + 1, column) >= at(row, column + 1)))
      lines.push(`- ${real[row++]}`);
    else lines.push(`+ ${simulated[column++]}`);
  }
  return lines;
}

async function compareAll(
  file: string,
): Promise<{ readonly differences: readonly Difference[]; readonly total: number }> {
  const { base, commands } = recordsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const folder = await mkdtemp(join(tmpdir(), 'kube-sim-compare-'));
  const cluster = await startReference();
  try {
    await mkdir(join(folder, 'bin'));
    await symlink(await findProgram('kubectl', 35), join(folder, 'bin', 'kubectl'));
    await writeFile(join(folder, 'base.yaml'), base);
    await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig());
    const env = { PATH: `${folder}/bin:/usr/bin:/bin`, KUBECONFIG: join(folder, 'kubeconfig'), HOME: folder };
    const differences: Difference[] = [];
    for (const [index, { command, output, exit }] of commands.entries()) {
      const result = await runProgram('bash', ['-c', `cd "$HOME"; { ${command}\n} 2>&1`], { env });
      cluster.advance(pauseAfter(index, command, result.exitCode));
      const real = [`exit ${exit}`, ...normalizeOutput(command, output)];
      const simulated = [`exit ${result.exitCode}`, ...normalizeOutput(command, result.stdout)];
      const lines = differingLines(real, simulated);
      const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
      if (lines.length > 0) differences.push({ index, command, lines, digest });
    }
    return { differences, total: commands.length };
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true });
  }
}

/** The clock's advance after a command: a minute after the first, the timeout of one that timed out, else 100 ms. */
function pauseAfter(index: number, command: string, exitCode: number): number {
  if (index === 0) return minuteMs;
  const seconds = Number(/--timeout=(\d+)s/.exec(command)?.[1] ?? 0.1);
  return exitCode === 0 ? 100 : seconds * secondMs;
}

const [file, flag, shown] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: pnpm compare:commands RECORDS.json [--show [INDEX]]');
const accepted = acceptedSchema.parse(
  JSON.parse(await readFile(new URL('commands/accepted-differences.json', import.meta.url), 'utf8')),
);
const { differences, total } = await compareAll(file);
const isAccepted = ({ index, digest }: Difference) =>
  accepted.some((each) => each.index === index && each.digest === digest);
const open = differences.filter((each) => !isAccepted(each));
const gone = accepted.filter(({ index }) => !differences.some((each) => each.index === index));
for (const { index, command, lines, digest } of flag === '--show' ? differences : open) {
  if (flag === '--show' && shown !== undefined && Number(shown) !== index) continue;
  console.log(`#${index} ${digest} ${command.slice(0, 160)}\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
for (const { index, reason } of gone) console.log(`#${index} no longer differs; remove it from the list: ${reason}`);
const differ = `${differences.length - open.length} differ as reviewed, ${open.length} differ otherwise`;
console.log(
  `${total - differences.length} of ${total} commands agree, ${differ}, ${gone.length} reviewed differences are gone.`,
);
process.exitCode = open.length + gone.length > 0 ? 1 : 0;
