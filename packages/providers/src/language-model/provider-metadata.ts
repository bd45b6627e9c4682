import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { ProviderMetadata } from '@shipmate/core';

/** Takes over what a provider wants back. Its type allows values of `undefined`: a JSON round trip drops them, and they say nothing. */
export function toProviderMetadata(metadata: SharedV4ProviderMetadata | undefined): ProviderMetadata | undefined {
  return metadata as ProviderMetadata | undefined;
}
