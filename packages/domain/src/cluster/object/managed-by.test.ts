import { expect, it } from 'vitest';
import { describeManager, managedBy } from './managed-by.ts';

type Texts = Readonly<Record<string, unknown>>;

it.each<[annotations: Texts, labels: Texts, manager: string | undefined]>([
  [{}, {}, undefined],
  [{ 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/web' }, {}, 'Argo CD application shop'],
  [{ 'argocd.argoproj.io/tracking-id': 'team_shop:apps/Deployment:shop/web' }, {}, 'Argo CD application team/shop'],
  [{}, { 'argocd.argoproj.io/instance': 'shop' }, 'Argo CD application shop'],
  [{ 'argocd.argoproj.io/tracking-id': '' }, { 'argocd.argoproj.io/instance': 7 }, undefined],
  [
    {},
    { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux' },
    'Flux flux/apps',
  ],
  [{}, { 'helm.toolkit.fluxcd.io/name': 'apps' }, 'Flux apps'],
  [{ 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' }, {}, 'Helm release shop/web'],
  [{ 'meta.helm.sh/release-name': 'web' }, {}, 'Helm release web'],
  [{ 'meta.helm.sh/release-name': 'web' }, { 'helm.toolkit.fluxcd.io/name': 'apps' }, 'Flux apps'],
  [{ 'argocd.argoproj.io/tracking-id': 'a:b' }, { 'helm.toolkit.fluxcd.io/name': 'apps' }, 'Argo CD application a'],
])('managedBy reads annotations %j and labels %j', (annotations, labels, described) => {
  const manager = managedBy({ metadata: { annotations, labels } });
  expect(manager && describeManager(manager)).toBe(described);
});
