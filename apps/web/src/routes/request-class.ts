import type { RequestClass } from '@shipmate/server';

/** `/:id` matches any id. The first matching line applies. */
const classes: readonly (readonly [RequestClass, RegExp])[] = [
  [
    'run',
    /^POST \/(?:api\/(?:chat|diagram\/chat|respond|remediations|proposals|alerts\/alertmanager)|v1\/agent\/chat)$/,
  ],
  [
    'run',
    /^POST \/api\/(?:clusters\/conversations|runs\/[^/]+\/retry|repositories\/[^/]+\/(?:jobs|maps)|repository-jobs\/[^/]+\/(?:answer-comments|continue|undo)|schedules\/[^/]+\/run)$/,
  ],
  ['import', /^POST \/api\/workspaces\/(?:archive|catalog|manifests|[^/]+\/push)$/],
  [
    'import',
    /^POST \/api\/(?:repositories\/[^/]+\/fetch|repository-jobs\/[^/]+\/(?:review|push|change-request(?:\/merge)?))$/,
  ],
  ['tool_call', /^GET \/api\/repositories\/[^/]+\/(?:tree|file|search|maps\/[^/]+\/search)$/],
  [
    'tool_call',
    /^(?:GET \/api\/(?:diagrams\/[^/]+(?:\/mermaid)?|repository-jobs\/[^/]+\/change-request\/merge|repositories\/[^/]+\/health)|POST \/api\/repositories\/[^/]+\/(?:draw|compare))$/,
  ],
  ['tool_call', /^GET \/api\/(?:workspaces\/[^/]+\/(?:checks|rendered|export)|clusters\/report)$/],
  ['basic', /^[A-Z]+ \/(?:api|v1|auth)\//],
];

/** Returns the class whose limits apply to a request of the web app; none for static files and probes. */
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
