/** Minimal objects for a simulated cluster. */
type Json = Readonly<Record<string, unknown>>;

export const namespace = (name: string): Json => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

export const configMap = (name: string, data: Json, place = 'shop'): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place },
  data,
});

export const secret = (name: string, stringData: Json, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'shop', ...metadata },
  stringData,
});

export const podSpec = (container: Json = {}, spec: Json = {}): Json => ({
  containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 8080 }], ...container }],
  ...spec,
});

export const pod = (name: string, spec: Json = podSpec(), metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', ...metadata },
  spec,
});

export const deployment = (name: string, spec: Json = podSpec(), replicas = 1): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec },
  },
});

export const service = (name: string, app: string, targetPort: number | string = 8080): Json => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { app }, ports: [{ port: 80, targetPort }] },
});
