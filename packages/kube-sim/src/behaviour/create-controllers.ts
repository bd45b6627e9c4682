import type { ObjectWriter } from '../api/object-writer.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { createApiServiceController } from './api-services.ts';
import { createAutoscalerController } from './autoscaling/autoscalers.ts';
import { createControllerContext, type ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';
import { createCronJobController } from './cron-jobs.ts';
import { createCustomResourceController } from './custom-resources.ts';
import { createDaemonSetController } from './daemon-sets.ts';
import { createDeploymentController } from './deployments.ts';
import { createDisruptionBudgetController } from './disruption-budgets.ts';
import { createEndpointsController } from './endpoints.ts';
import { createFinishedJobController } from './finished-jobs.ts';
import { createGarbageCollector } from './garbage-collector.ts';
import { createIngressController, type IngressServer } from './ingresses.ts';
import { createJobController } from './jobs.ts';
import type { Kubelet } from './kubelet.ts';
import { createNamespaceController } from './namespaces.ts';
import { createNodeLifecycleController, type NodeFailure } from './nodes/node-lifecycle.ts';
import { createOrphanedPodController } from './nodes/orphaned-pods.ts';
import { createTaintEvictionController } from './nodes/taint-evictions.ts';
import { createOldEventsController } from './old-events.ts';
import { createQuotaController } from './quotas.ts';
import { createReplicaSetController } from './replica-sets.ts';
import { createScheduler } from './scheduling/scheduler.ts';
import { createStatefulSetController } from './stateful-sets.ts';
import { createVolumeController } from './volumes.ts';

/** The rules of a cluster, in the order in which they act on what changed. */
export function createControllers(
  state: ClusterState,
  writer: ObjectWriter,
  {
    kubelet,
    authority,
    ingressServers,
    nodeFailures,
  }: {
    readonly kubelet: Kubelet;
    readonly authority: string;
    readonly ingressServers: readonly IngressServer[];
    readonly nodeFailures: readonly NodeFailure[];
  },
): readonly Controller[] {
  const context = createControllerContext(state, writer);
  const controllers = [
    createCustomResourceController(state),
    createNamespaceController(context, state.registry, authority),
    createDeploymentController(context),
    createReplicaSetController(context),
    createStatefulSetController(context),
    createDaemonSetController(context),
    createCronJobController(context),
    createJobController(context),
    createFinishedJobController(context),
    createVolumeController(context),
    createNodeLifecycleController(context, nodeFailures),
    createTaintEvictionController(context),
    createOrphanedPodController(context),
    createScheduler(context, state.version),
    kubelet.controller,
    createEndpointsController(context),
    createIngressController(context, ingressServers),
    createApiServiceController(context, state.registry),
    createDisruptionBudgetController(context),
    createAutoscalerController(context, state.registry),
    createQuotaController(context, state.registry),
    createGarbageCollector(context, state),
    createOldEventsController(context),
  ];
  return controllers.map((controller) => withRetry(controller, context));
}

/** Calls a controller again when the next attempt at a refused write is due. */
function withRetry(controller: Controller, context: ControllerContext): Controller {
  return {
    ...controller,
    sync() {
      const due = controller.sync();
      const retryAt = context.takeRetryTime();
      return retryAt === undefined ? due : Math.min(due ?? retryAt, retryAt);
    },
  };
}
