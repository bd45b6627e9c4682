import { expect, it } from 'vitest';
import { parseRequest } from './parse-request.ts';

it.each([
  ['add redis as a dependency and set 3 replicas', 2, []],
  ['Add postgres and redis as dependencies.', 2, []],
  ['add redis, mysql and kafka', 1, []],
  ['autoscale the catalog, min 2, max 10', 1, []],
  ['hi there, add a ConfigMap with A=1, B=2 please', 1, []],
  ['please use mongo as a subchart', 1, []],
  ['add cert-manager as a dependency', 1, []],
  ['Scale to five replicas; set the image tag to 1.27.2', 2, []],
  ['add an HPA between 2 and 10 replicas', 1, []],
  ['add an nginx ingress for shop.example.com', 1, []],
  ['add a ConfigMap with LOG_LEVEL=debug, then explain the chart', 2, []],
  ['what does this chart do?', 1, []],
  ['remove redis', 0, ['remove redis']],
  ['do not add redis', 0, ['do not add redis']],
  ['add redis and rename the service', 1, ['rename the service']],
  ['hello', 0, []],
  ['set 3 replicas for redis', 0, ['set 3 replicas for redis']],
  ['', 0, []],
] as const)('parseRequest splits %j into %i tasks and leaves out %j', (text, tasks, leftOut) => {
  const request = parseRequest(text);
  expect(request.tasks).toHaveLength(tasks);
  expect(request.leftOut).toEqual(leftOut);
});
