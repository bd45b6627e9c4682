/** The placeholder of a redacted secret. */
export const redacted = '[redacted]';

interface TextRule {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Secrets that are recognized by their form alone. Each pattern takes time linear in the text. */
const forms: readonly TextRule[] = [
  {
    pattern: /-----BEGIN ([A-Z ]{0,30}PRIVATE KEY)-----[^]*?(?:-----END \1-----|$)/g,
    replacement: `-----BEGIN $1----- ${redacted}`,
  },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, replacement: redacted },
  { pattern: /\b((?:Bearer|Basic)\s+)[\w.~+/=-]{6,}/gi, replacement: `$1${redacted}` },
  { pattern: /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b/g, replacement: redacted },
  {
    pattern:
      /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|sk-[\w-]{20,}|AIza[\w-]{30,}|hf_\w{20,}|npm_\w{30,})/g,
    replacement: redacted,
  },
  { pattern: /\b([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/?#@]{0,200}:)[^\s/?#]{1,500}@/gi, replacement: `$1${redacted}@` },
  {
    pattern: /\b((?:client-key|client-certificate|certificate-authority)-data\s*:\s*)[\w+/=]{8,}/g,
    replacement: `$1${redacted}`,
  },
];

/** `name=value`, `name: value`, `"name":"value"`, `--name value`, with or without quotes. */
const assignment =
  /(?<![\w.-])(--?)?("|'|\\")?([A-Za-z_][\w.-]{1,80})\2?(\s{0,3}[:=]\s{0,3}|(?<=--[\w.-]{1,82})\s{1,3})(\\"(?:[^"\\\n]|\\[^"\n]){0,2000}\\"?|"(?:[^"\\\n]|\\.){0,2000}"?|'[^'\n]{0,2000}'?|[^\s,;&'"}\])]{1,2000})/g;

/** A YAML block scalar: the line of its key, and the lines indented below it. */
const block = /^([ \t]{0,100})(- )?([\w.-]{2,80}):[ \t]{1,3}[|>][-+\d]{0,2}\n((?:\1[ \t]+\S.*(?:\n|$)|[ \t]*\n)+)/gm;

/** The prefixes and indispensable parts of all forms. */
const formMarks =
  /-----BEGIN|eyJ|bearer|basic|A3T|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|sk-|AIza|hf_|npm_|-data/i;
/** Characters without which a text contains neither an assignment nor a block. */
const assignmentMarks = /[:=]|--/;
/** Most values of objects: times, and short words without any of these characters. */
const plain = /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,20}Z|[\w./-]{0,14})$/;

/** The name tests that {@link createTextRedactor} needs. */
interface SecretNames {
  readonly isSecretName: (name: string) => boolean;
  /** Returns true if a text may contain a secret name. False only when it contains none. */
  readonly mayName: (text: string) => boolean;
}

/** As {@link createFullTextRedactor}, but skips the rules that cannot match a text. */
export function createTextRedactor({ isSecretName, mayName }: SecretNames): (text: string) => string {
  const redact = createFullTextRedactor(isSecretName);
  return (text) => {
    if (plain.test(text) && !text.includes('--')) return text;
    const isForm = formMarks.test(text) || (text.includes('://') && text.includes('@'));
    const isAffected = isForm || (assignmentMarks.test(text) && mayName(text));
    return isAffected ? redact(text) : text;
  };
}

/** Redacts secrets in any text: those with a recognizable form, and values next to a secret name. */
export function createFullTextRedactor(isSecretName: (name: string) => boolean): (text: string) => string {
  return (text) => {
    const formed = forms.reduce((rest, { pattern, replacement }) => rest.replaceAll(pattern, replacement), text);
    const blocked = formed.replaceAll(block, (whole: string, indent: string, ...groups: (string | undefined)[]) => {
      const [, name = '', content = ''] = groups;
      if (!isSecretName(name)) return whole;
      return `${whole.slice(0, whole.length - content.length)}${indent}  ${redacted}\n`;
    });
    return blocked.replaceAll(assignment, (whole: string, ...groups: (string | undefined)[]) => {
      const [, , name = '', , value = ''] = groups;
      if (!isSecretName(name) || isHarmless(value)) return whole;
      return whole.slice(0, whole.length - value.length) + redacted;
    });
  };
}

/** Returns true for values that are never secret: empty, booleans, unexpanded variables, and redacted values. */
function isHarmless(value: string): boolean {
  const bare = value.replaceAll(/^\\?["']|\\?["']$/g, '');
  return (
    bare === '' ||
    /^(?:true|false|null|nil|none|<nil>|<none>|\{\}?|\[\]?|[|>][-+]?)$/i.test(bare) ||
    bare.startsWith(redacted) ||
    /^\$[({]?\w+[)}]?$/.test(bare)
  );
}
