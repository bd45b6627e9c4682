import type { TestKubectl } from '../../../packages/tools/test/support/test-kubectl.ts';

/** A request for data by a model without tools: the parts of a kubectl command. */
export interface DataRequest {
  readonly type: 'get' | 'describe' | 'logs' | 'patch' | 'apply' | 'delete';
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly args?: readonly string[];
  readonly rationale: string;
}

/** A request for data, and the output of kubectl. */
export interface KubectlOutput {
  readonly request: DataRequest;
  readonly command: string;
  readonly output: string;
  readonly isError: boolean;
}

/** Runs kubectl for a request; lists are always printed as YAML. */
export async function runKubectlRequest(kubectl: TestKubectl, request: DataRequest): Promise<KubectlOutput> {
  const { type, resource, namespace, args = [] } = request;
  const argv = [
    type,
    resource,
    ...(namespace === undefined ? [] : ['-n', namespace]),
    ...args,
    ...(type === 'get' ? ['-o', 'yaml'] : []),
  ];
  const command = `kubectl ${argv.join(' ')}`;
  try {
    return { request, command, output: await kubectl.run(...argv), isError: false };
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: string };
    if (stderr === undefined) throw thrown;
    return { request, command, output: stderr, isError: true };
  }
}
