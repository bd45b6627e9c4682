import type { Authenticator } from '../auth/authenticator.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { NameGenerator } from '../object/generated-names.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { SchemaCatalog } from '../resources/schema-catalog.ts';
import type { ParsedWebhookHandler } from '../rules/webhook-handler.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { KubernetesVersion } from '../version/kubernetes-version.ts';

/** A line of a container's log. */
export interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** Container logs, as kept by the kubelet. */
export interface LogSource {
  /** Undefined if the container has not run, or for `previous`, not run before. */
  read(podUid: string, container: string, previous: boolean): readonly LogLine[] | undefined;
  /** Tests whether the container may write more. */
  isOpen(podUid: string, container: string): boolean;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** The shared state of one cluster. */
export interface ClusterState {
  readonly version: KubernetesVersion;
  readonly store: ObjectStore;
  readonly registry: ResourceRegistry;
  readonly schemas: SchemaCatalog;
  readonly clock: VirtualClock;
  readonly authenticator: Authenticator;
  readonly logs: LogSource;
  readonly names: NameGenerator;
  readonly events: EventRecorder;
  /** Maximum number of pods; more are refused, to protect other users of the process. */
  readonly maxPods: number;
  /** Handlers of admission webhooks. */
  readonly webhooks: readonly ParsedWebhookHandler[];
}
