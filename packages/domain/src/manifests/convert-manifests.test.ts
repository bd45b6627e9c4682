import { expect, it } from 'vitest';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import { convertManifests } from './convert-manifests.ts';
import { readManifests } from './read-manifests.ts';

const configMap = (name: string, rest = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${rest}`;
const convert = (...contents: readonly string[]) =>
  convertManifests(contents.map((content, index) => ({ name: `${index}.yaml`, content })));
const bomb = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n`;

it('convertManifests returns the same chart for the same manifests', () => {
  expect(convert(configMap('a'), configMap('b'))).toEqual(convert(configMap('a'), configMap('b')));
});

it.each([
  ['what is no YAML', 'a: [', /Line 1|Line 2/],
  ['what is no object', 'a: 1', /no apiVersion and kind/],
  ['a text', 'hello', /no apiVersion and kind/],
  ['an object without a kind', 'apiVersion: v1\nkind: ""\nmetadata: {name: a}', /no apiVersion and kind/],
  ['an object whose version is a number', 'apiVersion: 1\nkind: Pod\nmetadata: {name: a}', /no apiVersion and kind/],
  ['an object without a name', 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}', /no metadata\.name/],
  ['a kustomization', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization', /kustomize build/],
  ['the same object again', configMap('a', 'data: {}'), /occurs twice/],
  ['aliases without end', bomb, /too many aliases/],
])('convertManifests lists what it skips: %s', (_name, content, message) => {
  const { left, files } = convert(configMap('a'), content);
  expect(left).toEqual([{ source: '1.yaml', message: expect.stringMatching(message) }]);
  expect(files.filter(({ path }) => path.startsWith('templates/a'))).toHaveLength(1);
});

it.each([
  ['', 'The input contains no manifest.'],
  ['# nothing\n---\n', 'The input contains no manifest.'],
  ['a: 1', 'Nothing can be converted. 0.yaml: It is not a Kubernetes object'],
])('convertManifests refuses %j', (content, message) => {
  expect(() => convert(content)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) }),
  );
});

it('readManifests refuses more objects than a chart should have', () => {
  const read = (length: number) => {
    const items = Array.from({ length }, (_, index) => `{apiVersion: v1, kind: A, metadata: {name: a${index}}}`);
    return readManifests([{ name: 'list.yaml', content: `kind: List\nitems: [${items.join()}]` }]);
  };
  expect(read(1_000).objects).toHaveLength(1_000);
  expect(() => read(1_001)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
});

it('convertManifests writes every object to its own file, under a safe path', () => {
  const names = ['"../../A b"', 'a-b', 'a.b', '"ü"'];
  const paths = convert(...names.map((name) => configMap(name))).files.map(({ path }) => path);
  expect(paths.map(parseWorkspacePath)).toEqual(paths);
  expect(paths.filter((path) => path.includes('configmap'))).toEqual([
    'templates/a-b-configmap.yaml',
    'templates/a-b-configmap-2.yaml',
    'templates/a-b-configmap-3.yaml',
    'templates/object-configmap.yaml',
  ]);
});

it('convertManifests removes fields that a cluster added, keeps comments, and edits no alias by its anchor', () => {
  const content = `# why
apiVersion: v1
kind: Pod
metadata: {name: a, uid: "1", creationTimestamp: null, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}
spec:
  containers:
  - {name: a, image: "a:1", resources: &r {limits: {cpu: 1}}}
  - {name: b, image: "b:1", resources: *r}
status: {}
`;
  const { files, notes } = convert(content);
  const template = files.find(({ path }) => path === 'templates/a-pod.yaml')?.content ?? '';
  expect(template).not.toMatch(/uid|creationTimestamp|annotations|status|&r|\*r/);
  expect(template).toContain('toYaml .Values.a.containers.b.resources | nindent 8');
  expect(notes).toEqual([{ source: '0.yaml', message: expect.stringContaining('left out') }]);
  expect(convert(configMap('a').replace('apiVersion', '# why\napiVersion')).files[2]?.content).toMatch(/^# why\n/);
});

it('convertManifests keeps texts that look like its own slots', () => {
  const { files } = convert(configMap('a', 'data: {text: slot0x}'), configMap('b'));
  expect(files.find(({ path }) => path === 'templates/a-configmap.yaml')?.content).toContain('text: slot0x\n');
});

it.each([
  [
    'the workload',
    `${configMap('config')}---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: Web.Shop}\n`,
    'web-shop',
  ],
  ['nothing better', configMap('config'), 'new-chart'],
])('convertManifests names the chart after %s', (_name, content, name) => {
  const converted = convert(content);
  expect(converted.name).toBe(name);
  expect(converted.files[1]?.content).toContain(`name: ${name}\n`);
});
