import { AppError } from '@shipmate/core';

/** Reads a whole body. @throws AppError `EXTERNAL_API_ERROR` as soon as it is longer than `maxBytes`. */
export async function readBytes(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new AppError({
        code: 'EXTERNAL_API_ERROR',
        message: `The answer is longer than ${maxBytes} bytes.`,
        recoverable: false,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
