import { describe, expect, it } from 'vitest';
import { parseKubeconfig } from './kubeconfig.ts';

const file = (folder: string, text: string) => ({ folder, text });
const one = `
apiVersion: v1
kind: Config
current-context: ''
clusters: [{ name: a, cluster: { server: 'https://one:6443', certificate-authority: ca.crt } }]
users: [{ name: u, user: { token: first } }]
contexts: [{ name: c, context: { cluster: a, user: u, namespace: shop } }]
`;
const two = `
current-context: d
clusters: [{ name: a, cluster: { server: 'https://two' } }, { name: b, cluster: { server: 'https://three' } }]
users: [{ name: u, user: { token: second } }, { name: nobody, user: }]
contexts: [{ name: d, context: { cluster: b, user: nobody } }]
`;

it('parseKubeconfig merges files; the first definition of a name wins', () => {
  const merged = parseKubeconfig([file('/one', one), file('/two', two)]);
  expect(merged.currentContext).toBe('d');
  expect([...merged.contexts.keys()].sort()).toEqual(['c', 'd']);
  expect(merged.clusters.get('a')).toMatchObject({ server: 'https://one:6443', folder: '/one' });
  expect(merged.users.get('u')).toMatchObject({ token: 'first' });
  expect(merged.users.get('nobody')).toEqual({ folder: '/two' });
});

it('parseKubeconfig treats an empty file as a kubeconfig without entries', () => {
  expect(parseKubeconfig([file('/', '')]).contexts.size).toBe(0);
});

describe('a text that is not a kubeconfig', () => {
  it.each([
    ['no YAML', 'token: [hunter2'],
    ['a list', '- hunter2'],
    ['another scheme', "clusters: [{ name: a, cluster: { server: 'file:///etc/hunter2' } }]"],
    ['a token that is no text', 'users: [{ name: hunter2, user: { token: { a: hunter2 } } }]'],
  ])('%s is rejected without repeating any of it', (_name, text) => {
    const parse = () => parseKubeconfig([file('/', text)]);
    expect(parse).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    expect(parse).not.toThrow(/hunter2/);
  });
});
