/** Additional words that mark a name as secret, and names that are shown nevertheless. */
export interface SecretNameOptions {
  readonly secretNames?: readonly string[] | undefined;
  readonly publicNames?: readonly string[] | undefined;
}

/** Parts of a name that mark its value as secret. */
const words = [
  'pass',
  'passwd',
  'password',
  'passphrase',
  'pwd',
  'secret',
  'secrets',
  'token',
  'apikey',
  'authkey',
  'accesskey',
  'secretkey',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'masterkey',
  'clientkey',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'dsn',
  'connectionstring',
  'dockerconfigjson',
  'dockercfg',
];

/** Endings of names whose value is a location or a kind of a secret, not the secret. */
const pointers =
  /(?:name|namespace|ref|reference|path|file|mount|class|type|kind|expiration|seconds|timeout|ttl|enabled|policy|issuer|url|endpoint|selector|rotation|algorithm)s?$/;

/** The most names that are memoized. */
const maxKnown = 5_000;

/** {@link createSecretNames}, memoized. */
export function rememberNames(isSecretName: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const isSecret = isSecretName(name);
    if (known.size < maxKnown) known.set(name, isSecret);
    return isSecret;
  };
}

/**
 * Creates a test that returns true if a text may contain a secret name of {@link createSecretNames}. False only when it
 * contains none.
 */
export function createNameSearch({ secretNames = [] }: SecretNameOptions = {}): (text: string) => boolean {
  const needles = [...words, 'auth', ...secretNames.map(squeeze)].filter((word) => word !== '');
  const any = new RegExp(needles.join('|'));
  return (text) => any.test(squeeze(text));
}

/** Creates a test that returns true if the name of a field, variable, annotation or flag marks its value as secret. */
export function createSecretNames({
  secretNames = [],
  publicNames = [],
}: SecretNameOptions = {}): (name: string) => boolean {
  const secret = [...words, ...secretNames.map(squeeze)].filter((word) => word !== '');
  const always = new Set(secretNames.map(squeeze));
  const shown = new Set(publicNames.map((name) => name.toLowerCase()));
  return (name) => {
    if (name.length > 200 || shown.has(name.toLowerCase())) return false;
    const parts = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    const whole = parts.join('');
    if ([...always].some((word) => whole.includes(word))) return true;
    if (pointers.test(whole)) return false;
    return whole === 'auth' || secret.some((word) => isIn(word, parts, whole));
  };
}

/** Short words match only as a part of a name, or at its end: `PGPASS`, but not `passage`. */
function isIn(word: string, parts: readonly string[], whole: string): boolean {
  return parts.includes(word) || (word.length > 3 && whole.endsWith(word)) || (word.length > 5 && whole.includes(word));
}

function squeeze(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}
