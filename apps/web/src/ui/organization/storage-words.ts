/** Formats an amount of storage: `0.4 MB`, `1,000 MB`. */
export function describeStorage(bytes: number): string {
  if (bytes > 0 && bytes < 100_000) return 'under 0.1 MB';
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
