/** Limits of {@link createJsonScanner}. */
export interface JsonLimits {
  /** Nesting of objects and arrays. */
  readonly maxDepth: number;
  /** Keys and values. An empty object or array counts twice. */
  readonly maxValues: number;
}

/** Counts the depth, keys and values of a JSON text without parsing it. */
interface JsonScanner {
  /** Scans the next piece of the text; returns the limit that it exceeds. The result for malformed text is unspecified. */
  scan(text: string, piece: { readonly from: number; readonly to: number }): keyof JsonLimits | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** With bit 5 set, `[` equals `{` and `]` equals `}`. */
const caseBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Creates a scanner of one text. Scanning takes about 4 ms for 1 MB. */
export function createJsonScanner({ maxDepth, maxValues }: JsonLimits): JsonScanner {
  let state = { depth: 0, values: 1, isInString: false, isEscaped: false };
  return {
    scan(text, { from, to }) {
      // Local variables are several times faster than fields here.
      let { depth, values, isInString, isEscaped } = state;
      const end = Math.min(to, text.length);
      for (let at = from; at < end; at += 1) {
        const code = text.charCodeAt(at);
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (code === backslash) isEscaped = true;
          else if (code === quote) isInString = false;
        } else if (code === quote) isInString = true;
        else if (code === comma || code === colon) values += 1;
        else if ((code | caseBit) === opening) {
          depth += 1;
          values += 1;
          if (depth > maxDepth) return 'maxDepth';
        } else if ((code | caseBit) === closing) depth -= 1;
        if (values > maxValues) return 'maxValues';
      }
      state = { depth, values, isInString, isEscaped };
      return undefined;
    },
  };
}
