export type { Capability, ServedKind } from './capability.ts';
export { capabilityRulesVersion } from './capability-rules.ts';
export type {
  CapabilityChange,
  CapabilityIndex,
  CapabilityStore,
  IndexedCapability,
  StaleIndex,
} from './capability-store.ts';
export { describeKind } from './describe-kind.ts';
export { elementOf, elementsOf, fieldsOf, type SchemaSet } from './list-fields.ts';
export { preferVersion } from './prefer-version.ts';
export { findKindSchema, toCapabilities } from './to-capabilities.ts';
