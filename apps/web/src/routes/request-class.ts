import type { RequestClass } from '@shipmate/server';

/** Paths under `/:id` are matched with any id. The first line that matches counts. */
const classes: readonly (readonly [RequestClass, RegExp])[] = [
  ['run', /^POST \/(?:api\/(?:chat|respond|remediations|proposals|alerts\/alertmanager)|v1\/agent\/chat)$/],
  ['run', /^POST \/api\/(?:clusters\/conversations|runs\/[^/]+\/retry|schedules\/[^/]+\/run)$/],
  ['import', /^POST \/api\/workspaces\/(?:archive|catalog|manifests|[^/]+\/push)$/],
  ['tool_call', /^GET \/api\/(?:workspaces\/[^/]+\/(?:checks|rendered|export)|clusters\/report)$/],
  ['basic', /^[A-Z]+ \/(?:api|v1|auth)\//],
];

/** The class by whose limits a request of the web app is admitted; none for the files of the page and for probes. */
export function toRequestClass({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): RequestClass | undefined {
  const request = `${method} ${path}`;
  return classes.find(([, pattern]) => pattern.test(request))?.[0];
}
