import { parseQuantity } from '@shipmate/domain/cluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { namespace, pod, podSpec } from '../support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../support/start-kubernetes.ts';

let kubernetes: TestKubernetes;

beforeAll(async () => {
  kubernetes = await startKubernetes();
  kubernetes.cluster.objects.apply(namespace('shop'));
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

// The simulator imports no other package, so it has a parser of its own.
it.each(['2', '+2', '1.', '.5', '250m', '1.5Gi', '1E', '1Ei', '1e3', '1E3', '1.2.3', '1K', '1i', '1mi', '1e', '1e3Ki'])(
  'parseQuantity reads %s exactly when the simulated API server accepts it',
  async (cpu) => {
    const web = pod('web', podSpec({ resources: { requests: { cpu } } }));
    const answer = await kubernetes.call('kubectl_apply_dryrun', { manifest: stringify(web) });
    expect(answer).toContain(
      parseQuantity(cpu) === undefined ? '0 unchanged, 1 refused' : '1 created, 0 changed, 0 unchanged, 0 refused',
    );
  },
);
