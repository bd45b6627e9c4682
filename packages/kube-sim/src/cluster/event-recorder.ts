import type { KubeObject } from '../object/kube-object.ts';

/** Something worth telling about an object. */
export interface Occurrence {
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly host?: string;
  /** Such as `spec.containers{web}`. */
  readonly fieldPath?: string;
  /** The verb of a component that writes through `events.k8s.io`; repeats become a series. */
  readonly action?: string;
}

/** Writes events; the same thing again counts up the event that is there. */
export interface EventRecorder {
  record(object: KubeObject, occurrence: Occurrence): void;
}
