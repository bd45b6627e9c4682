import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderMetadata } from '@shipmate/core';

/**
 * What a provider wants back with a part, and whose it is. A package may file it under a name that is not its vendor's id, so
 * the vendor's own entry is there whatever the package says.
 *
 * The package's type allows values of `undefined`: a JSON round trip drops them, and they say nothing.
 */
export function toProviderMetadata(metadata: SharedV4ProviderMetadata, vendorId: string): ProviderMetadata {
  return { ...(vendorId in metadata ? {} : { [vendorId]: {} }), ...(metadata as ProviderMetadata) };
}

/** What to send back with a part; `undefined` says that the part is not this vendor's. */
export function toProviderOptions(
  metadata: ProviderMetadata | undefined,
  vendorId: string,
): SharedV4ProviderOptions | undefined {
  return metadata !== undefined && vendorId in metadata ? (metadata as SharedV4ProviderOptions) : undefined;
}
