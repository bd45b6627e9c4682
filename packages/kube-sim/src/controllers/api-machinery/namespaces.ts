import { earliestDue } from '../../control-loop/earliest-due.ts';
import { asArray, asObject } from '../../object/json-value.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';

/** Delay before a deleted namespace is emptied. None while the clock stands still, or kubectl would wait for ever. */
const deletionGraceMs = 5000;

/** Adds the default objects to new namespaces and empties terminating ones. */
export function createNamespaceController(
  context: ControllerContext,
  registry: ResourceRegistry,
  authority: string,
): Controller {
  const { store, clock } = context;

  function addDefaultObjects(namespace: string): void {
    if (!store.get('/serviceaccounts', { namespace, name: 'default' })) {
      context.create('/serviceaccounts', {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default', namespace },
      });
    }
    if (!store.get('/configmaps', { namespace, name: 'kube-root-ca.crt' })) {
      const metadata = { name: 'kube-root-ca.crt', namespace };
      context.create('/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.crt': authority } });
    }
  }

  /** @returns true when the namespace is deleteContents */
  function deleteContents(namespace: string): boolean {
    const storages = new Set(
      registry
        .groupVersions()
        .flatMap(({ resources }) => resources.filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete')))
        .map(({ storage }) => storage),
    );
    let isEmpty = true;
    for (const storage of storages) {
      for (const object of store.list(storage, namespace)) {
        if (object.metadata.deletionTimestamp === undefined) context.remove(storage, object);
      }
      isEmpty &&= store.list(storage, namespace).length === 0;
    }
    return isEmpty;
  }

  return {
    name: 'namespaces',
    watches: ['/namespaces', '/serviceaccounts', '/configmaps', '/pods', '/persistentvolumeclaims'],
    sync() {
      const dues: number[] = [];
      for (const namespace of store.list('/namespaces')) {
        const { name, deletionTimestamp = '' } = namespace.metadata;
        const due = Date.parse(deletionTimestamp) + deletionGraceMs;
        if (asObject(namespace['status'])['phase'] !== 'Terminating') {
          if (namespace['status'] === undefined) context.setStatus('/namespaces', namespace, { phase: 'Active' });
          addDefaultObjects(name);
        } else if (clock.isRunning && clock.now() < due) dues.push(due);
        else if (deleteContents(name) && asArray(namespace.metadata.finalizers).length === 0)
          store.remove('/namespaces', namespace);
      }
      return earliestDue(dues);
    },
  };
}
