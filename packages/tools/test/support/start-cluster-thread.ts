import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A simulated cluster in a thread of its own, so that its CPU time is not attributed to the tools. */
export interface ClusterThread extends AsyncDisposable {
  readonly kubeconfig: string;
}

/** Starts a thread that posts the kubeconfig of its cluster. Throws the thread's error. */
export async function startClusterThread(file: URL): Promise<ClusterThread> {
  const thread = new Worker(file);
  // A thread's message that nobody listens to is lost, so nothing may be awaited before this.
  const [kubeconfig] = (await once(thread, 'message')) as [string];
  return {
    kubeconfig,
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
