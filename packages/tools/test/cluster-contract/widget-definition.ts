import { vi } from 'vitest';
import type { RawClient } from './raw-client.ts';

/** Returns the path of the custom resource's collection in a namespace. */
export const widgetsPath = (namespace: string) => `/apis/contract.example.com/v1/namespaces/${namespace}/widgets`;

export const widget = (name: string, namespace: string) => ({
  apiVersion: 'contract.example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace },
  spec: { size: 3, color: 'red' },
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.contract.example.com' },
  spec: {
    group: 'contract.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer', maximum: 10 }, color: { type: 'string' } },
              },
            },
          },
        },
      },
    ],
  },
};

/** Defines the custom resource if it does not exist, and waits until it is served. */
export async function defineWidgets(raw: RawClient): Promise<void> {
  await raw.send('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { method: 'POST', body: definition });
  await vi.waitFor(
    async () => {
      const { status } = await raw.send(widgetsPath('default'));
      if (status !== 200) throw new Error(`Widgets are not served after a minute: the server answers ${status}.`);
    },
    { interval: 50, timeout: 60_000 },
  );
}
