import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario } from '../../../packages/kube-sim/src/index.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import type { DataRequest, KubectlOutput } from './kubectl-output.ts';

/** The dry run of one change of a fix, as a call of a tool and as a kubectl command. */
export interface DryRun {
  readonly call: { readonly tool: string; readonly input: object };
  readonly request: DataRequest;
  /** The manifest that kubectl reads, where there is one. */
  readonly manifest?: string;
}

interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const rationale = 'Whether the cluster accepts the change.';
const option = '--dry-run=server';

/** Returns the dry runs of a scenario's fix: of a patch for an object that exists, of a manifest for a new one, of a deletion. */
export function toDryRuns({ fix }: Scenario, { find }: Pick<FaultyCluster, 'find'>): readonly DryRun[] {
  return fix.flatMap((change): readonly DryRun[] => {
    if (change.do === 'delete') {
      return find(change.of).map(({ kind, metadata: { name, namespace } }) => {
        const target = { resource: `${kind.toLowerCase()}/${name}`, ...(namespace !== undefined && { namespace }) };
        return {
          call: { tool: 'kubectl_delete_dryrun', input: target },
          request: { type: 'delete', ...target, args: [option], rationale },
        };
      });
    }
    const { apiVersion, kind, metadata, ...fields } = change.object as unknown as Written;
    const { name, namespace, ...marks } = metadata;
    const place = namespace === undefined ? {} : { namespace };
    if (find({ apiVersion, kind, name, ...place }).length === 0) {
      const manifest = JSON.stringify(change.object);
      return [
        {
          call: { tool: 'kubectl_apply_dryrun', input: { manifest } },
          request: { type: 'apply', resource: manifest, args: [option, '-f', '-'], rationale },
          manifest,
        },
      ];
    }
    const patch = JSON.stringify({ ...(Object.keys(marks).length > 0 && { metadata: marks }), ...fields });
    const target = { resource: `${kind.toLowerCase()}/${name}`, ...place };
    return [
      {
        call: { tool: 'kubectl_patch_dryrun', input: { ...target, patch } },
        request: { type: 'patch', ...target, args: [option, '-p', patch], rationale },
      },
    ];
  });
}

/** Runs the dry run of a change with kubectl. */
export async function runDryRun({ kubectl }: FaultyCluster, { request, manifest }: DryRun): Promise<KubectlOutput> {
  const { type, resource, namespace, args = [] } = request;
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-bench-'));
  try {
    const file = join(folder, 'manifest.json');
    if (manifest !== undefined) await writeFile(file, manifest);
    const argv =
      manifest === undefined
        ? [type, resource, ...(namespace === undefined ? [] : ['-n', namespace]), ...args]
        : [type, option, '-f', file];
    const command = `kubectl ${manifest === undefined ? argv.join(' ') : `${type} ${args.join(' ')}`}`;
    return { request, command, ...(await outputOf(kubectl.run(...argv))) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function outputOf(running: Promise<string>): Promise<Pick<KubectlOutput, 'output' | 'isError'>> {
  try {
    return { output: await running, isError: false };
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: string };
    if (stderr === undefined) throw thrown;
    return { output: stderr, isError: true };
  }
}
