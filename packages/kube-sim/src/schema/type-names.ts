const prefixes: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^IoK8sApimachineryPkgApisMeta(V\d\w*?)([A-Z]\w*)$/, 'io.k8s.apimachinery.pkg.apis.meta'],
  [
    /^IoK8sApiextensionsApiserverPkgApisApiextensions(V\d\w*?)([A-Z]\w*)$/,
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  ],
  [/^IoK8sKubeAggregatorPkgApisApiregistration(V\d\w*?)([A-Z]\w*)$/, 'io.k8s.kube-aggregator.pkg.apis.apiregistration'],
];

/** The name of a type in OpenAPI documents: `IoK8sApiCoreV1Pod` is `io.k8s.api.core.v1.Pod`. */
export function openApiName(modelName: string): string {
  if (modelName.endsWith('ApiResourceQuantity')) return 'io.k8s.apimachinery.pkg.api.resource.Quantity';
  if (modelName.endsWith('UtilIntstrIntOrString')) return 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
  if (modelName.endsWith('PkgRuntimeRawExtension')) return 'io.k8s.apimachinery.pkg.runtime.RawExtension';
  for (const [pattern, prefix] of prefixes) {
    const match = pattern.exec(modelName);
    if (match) return `${prefix}.${(match[1] ?? '').toLowerCase()}.${match[2] ?? ''}`;
  }
  const api = /^IoK8sApi([A-Z][a-z]+)(V\d(?:(?:alpha|beta)\d)?)(\w+)$/.exec(modelName);
  return api ? `io.k8s.api.${api[1]?.toLowerCase()}.${api[2]?.toLowerCase()}.${api[3]}` : modelName;
}
