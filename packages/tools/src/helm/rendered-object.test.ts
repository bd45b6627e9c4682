import { expect, it } from 'vitest';
import { parseObjects, splitManifests } from './rendered-object.ts';

const output = `---
# Source: shop/crds/a.yaml
apiVersion: v1
kind: A
metadata: { name: one }
---
apiVersion: v1
kind: A
metadata: { name: two, namespace: there }

---
# Source: shop/charts/db/templates/b.yaml
# a comment alone
---
# Source: shop/templates/c.yaml
apiVersion: v1
kind: ConfigMapList
items:
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: three }, data: { a: "--- no separator" } }
`;

it('splitManifests splits manifests by template', () => {
  expect(splitManifests(output, 'shop').map(({ file }) => file)).toEqual([
    'crds/a.yaml',
    'crds/a.yaml',
    'charts/db/templates/b.yaml',
    'templates/c.yaml',
  ]);
  const { objects, unreadable } = parseObjects(splitManifests(output, 'shop'));
  expect(unreadable).toEqual([]);
  expect(objects.map(({ kind, name, namespace, file }) => [kind, name, namespace, file])).toEqual([
    ['A', 'one', undefined, 'crds/a.yaml'],
    ['A', 'two', 'there', 'crds/a.yaml'],
    ['ConfigMap', 'three', undefined, 'templates/c.yaml'],
  ]);
});

it('parseObjects reads YAML as Kubernetes does', () => {
  const text = 'apiVersion: v1\nkind: A\nmetadata: { name: x }\non: yes\nmode: 0644\nday: 2026-01-01\n';
  const [object] = parseObjects([{ file: 'a', text }]).objects;
  expect(object?.content).toMatchObject({ true: true, mode: 420, day: '2026-01-01' });
});

it.each([
  ['a: [', /./],
  ['just text', /no apiVersion/],
  ['kind: A', /no apiVersion/],
])('parseObjects says why %j is not an object', (text, problem) => {
  const { objects, unreadable } = parseObjects([{ file: 'a', text }]);
  expect(objects).toEqual([]);
  expect(unreadable).toEqual([{ file: 'a', problem: expect.stringMatching(problem) }]);
});
