export { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './create-worker-pool.ts';
