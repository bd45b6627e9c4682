import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderMetadata } from '@shipmate/core';

/**
 * Returns the metadata to send back with a part, and its vendor. A package may store it under a name that is not its
 * vendor's id, so the vendor's own entry is always set.
 *
 * The package's type allows values of `undefined`: they carry no information, and a JSON round trip drops them.
 */
export function toProviderMetadata(metadata: SharedV4ProviderMetadata, vendorId: string): ProviderMetadata {
  return { ...(vendorId in metadata ? {} : { [vendorId]: {} }), ...(metadata as ProviderMetadata) };
}

/** Returns the options to send back with a part; `undefined` when the part belongs to another vendor. */
export function toProviderOptions(
  metadata: ProviderMetadata | undefined,
  vendorId: string,
): SharedV4ProviderOptions | undefined {
  return metadata !== undefined && vendorId in metadata ? (metadata as SharedV4ProviderOptions) : undefined;
}
