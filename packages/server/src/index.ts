export { createAuthenticator, type Authenticate, type AuthenticatorOptions } from './access/authenticator.ts';
export { type BearerVerifier } from './access/bearer-verifiers.ts';
export { createJwtAccess, type JwtAccess, type JwtAccessOptions } from './access/jwt-access.ts';
export { createEnvironmentJwtVerifier, type JwtEnvironment, jwtEnvironmentSchema } from './access/jwt-environment.ts';
export {
  createJwtVerifier,
  type JwtClaims,
  type JwtKey,
  type JwtVerifier,
  type JwtVerifierOptions,
} from './access/jwt-verifier.ts';
export {
  createRouteAccess,
  type RouteAccess,
  type RouteRequirement,
  type RouteRequirements,
} from './access/route-access.ts';
export { isSameOrigin } from './access/same-origin.ts';
export { createSecret, extensionTokenPrefix, hashSecret } from './access/secret.ts';
export {
  clearedSessionCookie,
  readSessionCookie,
  toSessionCookie,
  type SessionCookie,
} from './access/session-cookie.ts';
export { createEnvironmentToolTokens, createToolTokens, type ToolTokensOptions } from './access/tool-tokens.ts';
export {
  type AdmissionLimits,
  admissionEnvironmentSchema,
  type RequestClass,
  toAdmissionLimits,
} from './admission/admission-limits.ts';
export { type Admission, type AdmissionOptions, createAdmission } from './admission/create-admission.ts';
export { createImportBudget, importMemorySchema } from './admission/import-memory.ts';
export type { AppEnvironment } from './app-environment.ts';
export { createApp, type CreateAppOptions } from './app/create-app.ts';
export { toJsonParts } from './body/json-parts.ts';
export { parseBody } from './body/parse-body.ts';
export { parseInput } from './body/parse-input.ts';
export { readJson } from './body/read-json.ts';
export { compressJson } from './edge/compress-json.ts';
export { createCors, originsSchema } from './edge/cors.ts';
export type { EdgeOptions } from './edge/edge.ts';
export { createRequestOrigins, type RequestOrigins } from './edge/request-origins.ts';
export { loopbackHosts } from './edge/known-host.ts';
export { nameRun } from './edge/name-run.ts';
export { respondWithError } from './error/respond-with-error.ts';
export { isMcpSubscription } from './mcp/mcp-access.ts';
export type { McpResourceEntry, McpResourceFamily } from './mcp/mcp-resources.ts';
export { mountMcp, type MountMcpOptions } from './mcp/mount-mcp.ts';
export { mountHealth, type HealthCheck, type HealthOptions } from './health/mount-health.ts';
export { mountMetrics, type MetricsOptions } from './metrics/mount-metrics.ts';
export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './openapi/create-openapi-document.ts';
export {
  describedRoutes,
  describeRoute,
  type DescribedRoute,
  type RouteDescription,
} from './openapi/describe-route.ts';
export { mountOpenApi } from './openapi/mount-openapi.ts';
export { runApp, type RunAppOptions } from './serve/run-app.ts';
export { startServer, type RunningServer, type StartServerOptions } from './serve/start-server.ts';
export { longBody, longJson } from './stream/long-body.ts';
export { sseStream, type SseStreamOptions, type WriteEvents } from './stream/sse-stream.ts';
export { executeTool, type ToolRequest } from './tools/execute-tool.ts';
export { mountTools, type MountToolsOptions } from './tools/mount-tools.ts';
export {
  checkToolScope,
  readToolScope,
  splitToolCallBody,
  type ToolCallBody,
  type ToolScope,
  type ToolScopeCheck,
  type ToolScopeStores,
} from './tools/tool-scope.ts';
