import type { ObjectWriter } from '../api/object-writer.ts';
import { type ControllerContext, createControllerContext } from '../control-loop/controller-context.ts';
import type { Controller } from '../control-loop/controller.ts';
import { createApiServiceController } from '../controllers/api-machinery/api-services.ts';
import { createCustomResourceController } from '../controllers/api-machinery/custom-resources.ts';
import {
  createFinishedJobController,
  createGarbageCollector,
  createOldEventsController,
} from '../controllers/api-machinery/garbage-collector.ts';
import { createNamespaceController } from '../controllers/api-machinery/namespaces.ts';
import { createQuotaController } from '../controllers/api-machinery/quotas.ts';
import { createAutoscalerController } from '../controllers/autoscaling/autoscalers.ts';
import { createEndpointsController } from '../controllers/network/endpoints.ts';
import { createIngressController, type IngressServer } from '../controllers/network/ingresses.ts';
import {
  createNodeLifecycleController,
  createOrphanedPodController,
  type NodeFailure,
} from '../controllers/nodes/node-lifecycle.ts';
import { createTaintEvictionController } from '../controllers/nodes/taint-evictions.ts';
import { createScheduler } from '../controllers/scheduling/scheduler.ts';
import { createVolumeController } from '../controllers/storage/volumes.ts';
import { createCronJobController } from '../controllers/workloads/cron-jobs.ts';
import { createDaemonSetController } from '../controllers/workloads/daemon-sets.ts';
import { createDeploymentController } from '../controllers/workloads/deployments.ts';
import { createDisruptionBudgetController } from '../controllers/workloads/disruption-budgets.ts';
import { createJobController } from '../controllers/workloads/jobs.ts';
import { createReplicaSetController } from '../controllers/workloads/replica-sets.ts';
import { createStatefulSetController } from '../controllers/workloads/stateful-sets.ts';
import type { Kubelet } from '../kubelet/kubelet.ts';
import type { ClusterState } from '../state/cluster-state.ts';

/** Creates the controllers, in the order in which they run. */
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

/** Wraps a controller so that it runs again when the next retry of a refused write is due. */
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
