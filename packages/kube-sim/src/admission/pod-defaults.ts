import { asArray, asObject, isObject, type JsonObject } from '../object/json-value.ts';

/** Sets a field if it is absent. */
export function setDefault(target: JsonObject, name: string, value: unknown): void {
  if (target[name] === undefined || target[name] === null) target[name] = value;
}

/** Sets the API's defaults in a pod spec, in place. */
export function defaultPodSpec(spec: JsonObject): void {
  setDefault(spec, 'restartPolicy', 'Always');
  setDefault(spec, 'dnsPolicy', 'ClusterFirst');
  setDefault(spec, 'schedulerName', 'default-scheduler');
  setDefault(spec, 'securityContext', {});
  setDefault(spec, 'terminationGracePeriodSeconds', 30);
  if (spec['serviceAccountName'] !== undefined) setDefault(spec, 'serviceAccount', spec['serviceAccountName']);
  for (const container of [...asArray(spec['initContainers']), ...asArray(spec['containers'])]) {
    if (isObject(container)) defaultContainer(container);
  }
  for (const volume of asArray(spec['volumes'])) if (isObject(volume)) defaultVolume(volume);
}

function defaultContainer(container: JsonObject): void {
  const image = typeof container['image'] === 'string' ? container['image'] : '';
  const isLatest = image.endsWith(':latest') || !/[:@][^/]*$/.test(image);
  setDefault(container, 'imagePullPolicy', isLatest ? 'Always' : 'IfNotPresent');
  setDefault(container, 'terminationMessagePath', '/dev/termination-log');
  setDefault(container, 'terminationMessagePolicy', 'File');
  setDefault(container, 'resources', {});
  const resources = asObject(container['resources']);
  if (isObject(resources['limits'])) {
    setDefault(resources, 'requests', {});
    const requests = asObject(resources['requests']);
    for (const [name, value] of Object.entries(resources['limits'])) setDefault(requests, name, value);
  }
  for (const list of ['limits', 'requests']) {
    const quantities = asObject(resources[list]);
    for (const [name, value] of Object.entries(quantities)) {
      if (typeof value === 'number') quantities[name] = String(value);
    }
  }
  for (const port of asArray(container['ports'])) if (isObject(port)) setDefault(port, 'protocol', 'TCP');
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[name];
    if (isObject(probe)) defaultProbe(probe);
  }
  for (const variable of asArray(container['env'])) {
    const field = asObject(asObject(variable)['valueFrom'])['fieldRef'];
    if (isObject(field)) setDefault(field, 'apiVersion', 'v1');
  }
}

/** Zero counts as absent. */
function defaultProbe(probe: JsonObject): void {
  const defaults = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  for (const [name, value] of Object.entries(defaults)) {
    if (probe[name] === 0) delete probe[name];
    setDefault(probe, name, value);
  }
  const request = probe['httpGet'];
  if (!isObject(request)) return;
  setDefault(request, 'path', '/');
  setDefault(request, 'scheme', 'HTTP');
}

function defaultVolume(volume: JsonObject): void {
  for (const name of ['configMap', 'secret', 'projected', 'downwardAPI']) {
    const source = volume[name];
    if (isObject(source)) setDefault(source, 'defaultMode', 420);
  }
  const host = volume['hostPath'];
  if (isObject(host)) setDefault(host, 'type', '');
  if (Object.keys(volume).length === 1) volume['emptyDir'] = {};
}
