import { expect, it } from 'vitest';
import { findMisnamedLabel } from './misnamed-label.ts';

const selecting = (...lines: readonly string[]) =>
  ['spec:', '  nodeSelector:', ...lines.map((line) => `    ${line}`), '  containers: []'].join('\n');
const known = {
  name: 'n1',
  labels: { disktype: 'ssd', 'example.com/accelerator': 'gpu', 'kubernetes.io/os': 'linux' },
};

it.each([
  { asks: ['disk: ssd'], wanted: 'disk', found: 'disktype' },
  { asks: ['"accelerator": "gpu"'], wanted: 'accelerator', found: 'example.com/accelerator' },
  { asks: ['kubernetes.io/os: linux', 'example.com/disktype: ssd'], wanted: 'example.com/disktype', found: 'disktype' },
])('findMisnamedLabel finds $found when a pod selects $asks', ({ asks, wanted, found }) => {
  const label = findMisnamedLabel({ manifest: selecting(...asks), nodes: [known] });
  expect(label).toMatchObject({ wanted, known: found, node: 'n1' });
});

it.each([
  { what: 'a value that no node has', manifest: selecting('disk: hdd') },
  { what: 'a name unlike that of any label', manifest: selecting('speed: ssd') },
  { what: 'a label that a node has', manifest: selecting('disktype: ssd') },
  { what: 'nothing', manifest: 'spec:\n  containers: []' },
])('findMisnamedLabel finds nothing when a pod selects $what', ({ manifest }) => {
  expect(findMisnamedLabel({ manifest, nodes: [known] })).toBeUndefined();
});

it('findMisnamedLabel finds nothing when several node labels match', () => {
  const nodes = [known, { name: 'n2', labels: { 'example.com/disk': 'ssd' } }];
  expect(findMisnamedLabel({ manifest: selecting('disk: ssd'), nodes })).toBeUndefined();
});
