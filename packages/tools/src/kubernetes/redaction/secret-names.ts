/** More words that make a name secret, and names that are shown nevertheless. */
export interface SecretNameOptions {
  readonly secretNames?: readonly string[] | undefined;
  readonly publicNames?: readonly string[] | undefined;
}

/** Parts of a name that say that its value is secret. */
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

/** A name that ends so tells where something is, or of what kind, and not what it is. */
const pointers =
  /(?:name|namespace|ref|reference|path|file|mount|class|type|kind|expiration|seconds|timeout|ttl|enabled|policy|issuer|url|endpoint|selector|rotation|algorithm)s?$/;

/** As many names are remembered. */
const maxKnown = 5_000;

/** {@link createSecretNames}, which remembers the names that it has judged. */
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

/** Whether a text may hold a name that {@link createSecretNames} calls secret. False only where it holds none. */
export function createNameSearch({ secretNames = [] }: SecretNameOptions = {}): (text: string) => boolean {
  const needles = [...words, 'auth', ...secretNames.map(squeeze)].filter((word) => word !== '');
  const any = new RegExp(needles.join('|'));
  return (text) => any.test(squeeze(text));
}

/** Whether a name of a field, variable, annotation or flag says that its value is secret. */
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

/** Short words count as a part of a name only, or at its end: `PGPASS`, but not `passage`. */
function isIn(word: string, parts: readonly string[], whole: string): boolean {
  return parts.includes(word) || (word.length > 3 && whole.endsWith(word)) || (word.length > 5 && whole.includes(word));
}

function squeeze(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}
