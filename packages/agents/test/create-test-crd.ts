/** Creates a CustomResourceDefinition with these fields in its spec. */
export function createTestCrd(
  group: string,
  kind: string,
  { description = '', spec = {}, version = 'v1' }: { description?: string; spec?: object; version?: string } = {},
) {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, singular, plural: `${singular}s`, listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', description, properties: { spec: { type: 'object', ...spec } } },
          },
        },
      ],
    },
  };
}
