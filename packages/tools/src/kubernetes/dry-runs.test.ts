import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configMap, deployment, namespace, podSpec, secret } from '../../test/support/kube-objects.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const apply = (...objects: readonly object[]) =>
  kubernetes.call('kubectl_apply_dryrun', { manifest: objects.map((object) => stringify(object)).join('---\n') });
const patch = (input: object) => kubernetes.call('kubectl_patch_dryrun', { namespace: 'shop', ...input });
const remove = (resource: string) => kubernetes.call('kubectl_delete_dryrun', { resource, namespace: 'shop' });

beforeAll(async () => {
  kubernetes = await startKubernetes();
  const { objects } = kubernetes.cluster;
  objects.apply(namespace('shop'));
  objects.apply(configMap('settings', { mode: 'fast' }), 'shipmate');
  objects.apply(configMap('theirs', { mode: 'fast' }), 'another-manager');
  objects.apply(secret('db', { password: 'hunter2' }), 'shipmate');
  objects.apply(deployment('web', podSpec(), 2));
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

describe('a dry run of an apply', () => {
  it('shows the objects that would be created, changed and unchanged', async () => {
    const answer = await apply(
      configMap('new', { a: 'b' }),
      configMap('settings', { mode: 'slow' }),
      namespace('shop'),
    );
    expect(answer).toContain('Dry run, nothing was stored. It would be: 1 created, 1 changed, 1 unchanged, 0 refused.');
    expect(answer).toMatch(/# ConfigMap shop\/settings: would be changed\n[^#]*\n- {2}mode: fast\n\+ {2}mode: slow\n/);
    const { objects } = kubernetes.cluster;
    const [kind, place] = [{ apiVersion: 'v1', kind: 'ConfigMap' }, { namespace: 'shop' }];
    expect(objects.get({ ...kind, ...place, name: 'new' })).toBeUndefined();
    expect(objects.get({ ...kind, ...place, name: 'settings' })).toMatchObject({ data: { mode: 'fast' } });
  });

  it.each([
    ['a field that does not exist', { ...configMap('new', {}), dataa: { a: 'b' } }, /REFUSED: .*dataa/],
    ['a value that is not allowed', deployment('Bad_Name'), /REFUSED: .*Bad_Name/],
    [
      'a kind that is not served',
      { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } },
      /REFUSED: the cluster serves no Widget/,
    ],
    ['a field of another manager', configMap('theirs', { mode: 'slow' }), /REFUSED: .*conflict.*another-manager/i],
    ['a namespace that is not there', configMap('new', {}, 'nope'), /REFUSED: .*nope/],
  ])('reports %s as rejected and continues', async (_name, object, refusal) => {
    const answer = await apply(object, configMap('settings', { mode: 'slow' }));
    expect(answer).toMatch(refusal);
    expect(answer).toContain('1 changed, 0 unchanged, 1 refused');
  });

  it('shows no value of a Secret', async () => {
    expect(await apply(secret('db', { password: 'hunter2-new' }))).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  it.each(['', 'a: [', 'kind: Pod', '- 1', '--- \n'])('accepts only objects, not %j', async (manifest) => {
    await expect(kubernetes.call('kubectl_apply_dryrun', { manifest })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('a dry run of a patch', () => {
  it.each([
    ['strategic', 'spec: { template: { spec: { containers: [{ name: web, image: "web:2" }] } } }'],
    ['json', '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"web:2"}]'],
  ])('of type %s shows the diff', async (type, text) => {
    const answer = await patch({ resource: 'deploy/web', type, patch: text });
    expect(answer).toMatch(
      /Deployment "web" would be changed[^]*- +image: web:1\n\+ +image: web:2\n[^]*containerPort: 8080/,
    );
  });

  it('that removes a required field is rejected', async () => {
    const text = 'spec: { template: { spec: { containers: [{ name: web }] } } }';
    await expect(patch({ resource: 'deploy/web', type: 'merge', patch: text })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/image: Required value/),
    });
  });

  it('without changes changes nothing', async () => {
    expect(await patch({ resource: 'cm/settings', patch: '{}' })).toContain('would be unchanged');
  });

  it('that is malformed is rejected', async () => {
    await expect(patch({ resource: 'cm/settings', patch: '{a: [' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(patch({ resource: 'cm', patch: '{}' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a dry run of a deletion', () => {
  it('lists the dependents that would be deleted too and deletes nothing', async () => {
    expect(await remove('deploy/web')).toMatch(/nothing was deleted[^]*With it go 2 pods: web-/);
    const place = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' };
    expect(kubernetes.cluster.objects.get(place)?.metadata).not.toHaveProperty('deletionTimestamp');
  });

  it('names the owner that would recreate the object', async () => {
    const [name] = /web-\S+/.exec(await kubernetes.call('kubectl_get', { resource: 'pods', labels: 'app=web' })) ?? [];
    expect(await remove(`pod/${name}`)).toMatch(/ReplicaSet\/web-\S+ controls it and would make a new one/);
  });
});
