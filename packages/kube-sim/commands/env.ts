import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The environment that the program runs in. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** The kubeconfig that kubectl would take. */
export const defaultKubeconfig = environment['KUBECONFIG'] ?? join(homedir(), '.kube', 'config');
