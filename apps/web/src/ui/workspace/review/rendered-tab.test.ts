import { expect, test } from 'vitest';
import { shownManifest, toManifestLabel } from './rendered-tab.tsx';

const same = { template: 'templates/a.yaml', before: 'a', after: 'a' };
const changed = { template: 'templates/b.yaml', before: 'a', after: 'b' };
const added = { template: 'templates/c.yaml', before: null, after: 'c' };
const gone = { template: 'templates/d.yaml', before: 'd', after: null };

test.each([
  [[same, changed, added], 'templates/c.yaml', added],
  [[same, changed, added], 'values.yaml', changed],
  [[same], 'values.yaml', same],
  [[], 'values.yaml', undefined],
])('shownManifest of %j for %s', (manifests, wanted, expected) => {
  expect(shownManifest(manifests, wanted)).toBe(expected);
});

test.each([
  [same, 'templates/a.yaml'],
  [changed, 'templates/b.yaml (changed)'],
  [added, 'templates/c.yaml (new)'],
  [gone, 'templates/d.yaml (gone)'],
])('toManifestLabel lists %j as %s', (manifest, label) => {
  expect(toManifestLabel(manifest)).toBe(label);
});
