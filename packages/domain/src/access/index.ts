export { maxOpenLoginLinks, type CredentialStore, type NewExtensionToken } from './credential-store.ts';
export type { SecretStore } from './secret-store.ts';
export type { ExtensionToken, Session } from './credential.ts';
export {
  accessToCall,
  isAskable,
  isGrantable,
  isToolVisible,
  listRunScopes,
  toCallScope,
  type CallAccess,
  type ToolReach,
} from './call-access.ts';
export { requirePerson } from './require-person.ts';
export { hasScope, requireScope, scopesOf } from './require-scope.ts';
export {
  coversScope,
  defaultScopes,
  listScopes,
  parseScopes,
  personalScopes,
  scopeEffects,
  type PersonalScope,
  type Scope,
} from './scope.ts';
export { isSignedIn, requireSignIn } from './require-sign-in.ts';
export type { ToolTokens } from './tool-tokens.ts';
