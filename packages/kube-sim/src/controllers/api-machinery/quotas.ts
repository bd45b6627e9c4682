import { usedOf } from '../../admission/quota.ts';
import { asObject } from '../../object/json-value.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';

/** Updates the used amounts in the status of quotas. */
export function createQuotaController(context: ControllerContext, registry: ResourceRegistry): Controller {
  return {
    name: 'quotas',
    watches: [
      '/resourcequotas',
      '/pods',
      '/services',
      '/secrets',
      '/configmaps',
      '/persistentvolumeclaims',
      'apps/deployments',
      'batch/jobs',
    ],
    sync() {
      for (const quota of context.store.list('/resourcequotas')) {
        const { hard } = asObject(quota['spec']);
        context.setStatus('/resourcequotas', quota, {
          hard: asObject(hard),
          used: usedOf(context.store, quota, registry),
        });
      }
      return undefined;
    },
  };
}
