import { type ArchiveLimits, refuseArchive } from '@shipmate/domain/archive';

/** An archive: its bytes, or a stream of them. */
export type ArchiveSource = Uint8Array | AsyncIterable<Uint8Array>;

/** Receives an archive, and stops as soon as it exceeds the limit. */
export async function readSource(
  source: ArchiveSource,
  { maxCompressedBytes, remedy }: ArchiveLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    signal?.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > maxCompressedBytes) {
      const message = `The archive is larger than ${maxCompressedBytes / 1_000_000} MB. ${remedy}`;
      throw refuseArchive('compressed_size', { message });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}
