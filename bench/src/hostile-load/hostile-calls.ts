const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** A chart with 40,000 values, 25,000 references and 20,000 annotations. */
export const hostileChart = [
  { path: 'Chart.yaml', content: 'apiVersion: v2\nname: big\nversion: 0.1.0\n' },
  { path: 'values.yaml', content: lines(40_000, (index) => `v${index}: 1\n`) },
  {
    path: 'templates/a.yaml',
    content:
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\n  annotations:\n' +
      '{{- range until 20000 }}\n    a{{ . }}: "b"\n{{- end }}\ndata:\n' +
      lines(25_000, (index) => `  w${index}: "{{ .Values.w${index} }}"\n`),
  },
];

const keys = lines(18_000, (index) => `k${index.toString(36)}: x, `);
const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\ndata: {${keys}}\n`;
const patch = {
  resource: 'configmaps/kube-root-ca.crt',
  patch: `{data: {${keys.slice(0, 95_000).replace(/,[^,]*$/, '')}}}`,
};

/** Ten tool calls, each large enough to block an event loop for seconds. */
export const hostileCalls: readonly (readonly [tool: string, input: object])[] = [
  ['kubectl_apply_dryrun', { manifest }],
  ['kubectl_apply_dryrun', { manifest }],
  ['kubectl_apply_dryrun', { manifest }],
  ['kubectl_patch_dryrun', patch],
  ['kubectl_patch_dryrun', patch],
  ['renderChart', {}],
  ['renderChart', { compare: true }],
  ['validateChart', {}],
  ['validateChart', {}],
  ['textEditor', { command: 'create', path: 'big.yaml', content: '['.repeat(1_000_000) }],
];
