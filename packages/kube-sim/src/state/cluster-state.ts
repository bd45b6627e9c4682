import type { Authenticator } from '../auth/authenticator.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { NameGenerator } from '../object/generated-names.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { SchemaCatalog } from '../resources/schema-catalog.ts';
import type { ParsedWebhookHandler } from '../rules/webhook-handler.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { KubernetesVersion } from '../version/kubernetes-version.ts';

/** Lines that a container wrote. */
export interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** The logs of containers, as the kubelet keeps them. */
export interface LogSource {
  /** Undefined where the container never ran, or not before. */
  read(podUid: string, container: string, previous: boolean): readonly LogLine[] | undefined;
  /** Whether the container may still write. */
  isOpen(podUid: string, container: string): boolean;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

/** What everything in one cluster shares. */
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
  /** Whoever asks for more pods is told no, so that nobody else has to wait for them. */
  readonly maxPods: number;
  /** What answers admission webhooks. */
  readonly webhooks: readonly ParsedWebhookHandler[];
}
