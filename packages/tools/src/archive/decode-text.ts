const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a text, its byte order mark kept; `undefined` when the bytes are none that a workspace can hold: UTF-8 without NUL. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
