import { AppError } from '@shipmate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

const target = { resource: 'deployment', name: 'web', namespace: 'shop' };

it.each([
  ['kubectl scale deployment/web --replicas=3 -n shop', { verb: 'scale', target, replicas: 3 }],
  ['kubectl scale -n shop deployment web --replicas 3', { verb: 'scale', target, replicas: 3 }],
  ["kubectl rollout restart 'deployment/web' --namespace=shop", { verb: 'restart', target }],
  ['kubectl delete pod web-1', { verb: 'delete', target: { resource: 'pod', name: 'web-1', namespace: undefined } }],
  [
    `kubectl patch deployment web -n shop --type=merge -p '{"spec":{"paused":false}}'`,
    { verb: 'patch', target, type: 'merge', patch: { spec: { paused: false } } },
  ],
  [
    `kubectl patch deployment/web -n shop --type json --patch '[{"op":"remove","path":"/spec/paused"}]'`,
    { verb: 'patch', target, type: 'json', patch: [{ op: 'remove', path: '/spec/paused' }] },
  ],
  [
    'kubectl set image deployment/web web=registry.example.com:5000/shop/web:2.1@sha256:0a -n shop',
    {
      verb: 'patch',
      target,
      type: 'strategic',
      patch: {
        spec: {
          template: {
            spec: { containers: [{ name: 'web', image: 'registry.example.com:5000/shop/web:2.1@sha256:0a' }] },
          },
        },
      },
    },
  ],
])('parseCommand reads %s', (command, change) => {
  expect(parseCommand(command)).toEqual(change);
});

describe('parseCommand names the part that it refuses', () => {
  it.each([
    // Characters that a shell interprets.
    ...[';', '|', '&', '$', '`', '<', '>', '(', ')', '\\', '\n', '*', '?', '{', '~', '#', '!'].map((character) => [
      `kubectl delete pod web${character}id`,
      JSON.stringify(character),
    ]),
    ['kubectl delete pod "$(id)"', '"\\""'],
    ['kubectl delete pod "web', '"\\""'],
    ["kubectl delete pod 'web", `"'"`],
    // Other programs and verbs.
    ['sh -c id', 'sh'],
    ['/usr/bin/kubectl delete pod web', '/usr/bin/kubectl'],
    ['kubectl exec web -- id', 'exec'],
    ['kubectl -n default exec web', '-n'],
    ['kubectl get secret/x -o yaml', 'get'],
    ['kubectl cp web:/etc/passwd .', 'cp'],
    ['kubectl apply -f -', 'apply'],
    ['kubectl drain node-1', 'drain'],
    ['kubectl rollout undo deployment/web', 'rollout'],
    ['kubectl', 'not supported'],
    // Flags in every field.
    ['kubectl --kubeconfig=/etc/k delete pod web', '--kubeconfig=/etc/k'],
    ['kubectl delete pod web --kubeconfig=/etc/k', '--kubeconfig'],
    ['kubectl delete pod web --server=https://attacker', '--server'],
    ['kubectl delete pod web -s https://attacker', '-s'],
    ['kubectl delete pod web --token=x', '--token'],
    ['kubectl delete pod web --as=admin', '--as'],
    ['kubectl delete pod web --context other', '--context'],
    ['kubectl delete pod web --all', '--all'],
    ['kubectl delete pod --all-namespaces web', '--all-namespaces'],
    ['kubectl delete pod web --force --grace-period=0', '--force'],
    ['kubectl delete pod -l app=web', '-l'],
    ['kubectl delete -f https://attacker/x.yaml', '-f'],
    ['kubectl delete pod web --raw=/api', '--raw'],
    ['kubectl delete pod web -n --server=x', '-n'],
    ['kubectl delete pod web -n a -n b', 'twice'],
    ['kubectl delete pod web --replicas=3', '--replicas'],
    ["kubectl delete pod '--server=x'", '--server'],
    ['kubectl delete pod web -n=--server', '--server'],
    // Objects.
    ['kubectl delete all web', 'all'],
    ['kubectl delete pods', 'one object'],
    ['kubectl delete pod a b', 'one object'],
    ['kubectl delete pod/a/b', 'one object'],
    ['kubectl delete pods,secrets web', 'pods,secrets'],
    ['kubectl delete pod ../../secrets/x', 'one object'],
    ['kubectl delete pod web%2f', 'web%2f'],
    ['kubectl delete pod web -n ..', '".."'],
    // Values.
    ['kubectl scale deployment/web --replicas=-1', '--replicas'],
    ['kubectl scale deployment/web --replicas=1e9', '--replicas'],
    ['kubectl scale deployment/web', '--replicas'],
    ['kubectl patch deployment/web --type=apply -p {}', '"{"'],
    [`kubectl patch deployment/web --type=apply -p '{}'`, 'apply'],
    [`kubectl patch deployment/web -p 'spec: {}'`, 'JSON'],
    [`kubectl patch deployment/web -p '"text"'`, 'object'],
    ['kubectl set image deployment/web', 'container=image'],
    ['kubectl set image deployment/web web=a --record', '--record'],
    ['kubectl set image deployment/web =evil', '=evil'],
  ])('parseCommand refuses %s', (command, name) => {
    expect(() => parseCommand(command)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(name) }),
    );
  });

  it('parseCommand never lets a flag or a path through whatever the input is', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'kubectl',
        'delete',
        'scale',
        'pod',
        'pod/web',
        '-n',
        'shop',
        '--replicas=1',
        '--server=x',
        '../x',
        ';',
        "'",
        '"',
      ),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const change = attempt(['kubectl', ...words].join(' '));
        if (change === undefined || change.verb === 'apply') return;
        const { resource, name, namespace = 'a' } = change.target;
        for (const part of [resource, name, namespace]) expect(part).toMatch(/^[A-Za-z0-9][A-Za-z0-9.:-]*$/);
      }),
    );
  });
});

function attempt(command: string) {
  try {
    return parseCommand(command);
  } catch (thrown) {
    if (AppError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}

it.each(['kubectl scale deployment/web --replicas', 'kubectl scale deployment/web --replicas -n shop'])(
  'parseCommand refuses %s because a flag has no value',
  (command) => {
    expect(() => parseCommand(command)).toThrow('The flag "--replicas" has no value.');
  },
);

it('parseCommand shortens a refused flag of more than 60 characters', () => {
  const flag = (length: number) => `--${'x'.repeat(length - 2)}`;
  expect(() => parseCommand(`kubectl delete pod web ${flag(60)}`)).toThrow(`The flag "${flag(60)}" is refused.`);
  expect(() => parseCommand(`kubectl delete pod web ${flag(61)}`)).toThrow(`The flag "${flag(60)}…" is refused.`);
});
