import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bits, boolean, integer, objectId, octets, sequence, set, tagged, time, utf8 } from './der.ts';

/** The subject of a certificate. `organizations` are the groups of a Kubernetes user. */
interface CertificateSubject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

/** A PEM certificate and its key. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Issues certificates signed by the authority. */
interface CertificateAuthority {
  readonly certificate: string;
  issueServer(subject: CertificateSubject, hosts: readonly string[]): Certificate;
  issueClient(subject: CertificateSubject): Certificate;
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const day = 24 * 60 * 60 * 1000;
const validity = sequence(time(new Date(Date.UTC(2020, 0, 1))), time(new Date(Date.now() + 3650 * day)));

/** Creates an authority with a new P-256 key; node:crypto parses certificates but cannot create them. */
export function createCertificateAuthority(commonName: string): CertificateAuthority {
  const subject = { commonName };
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: encodeName(subject), privateKey: keys.privateKey };
  const keyUsage = extension('2.5.29.15', bits(Buffer.from([0x06]), 1), { critical: true });
  const extensions = [constraints(true), keyUsage, keyIdentifier(keys.publicKey)];
  const certificate = encodeCertificate({ subject, publicKey: keys.publicKey, issuer, extensions });

  function issue(named: CertificateSubject, ...extra: readonly Buffer[]): Certificate {
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      certificate: encodeCertificate({
        subject: named,
        publicKey: own.publicKey,
        issuer,
        extensions: [constraints(false), ...extra],
      }),
      key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  }

  return {
    certificate,
    issueServer: (named, hosts) => issue(named, purpose('1.3.6.1.5.5.7.3.1'), alternativeNames(hosts)),
    issueClient: (named) => issue(named, purpose('1.3.6.1.5.5.7.3.2')),
  };
}

interface CertificateParts {
  readonly subject: CertificateSubject;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: Buffer; readonly privateKey: KeyObject };
  readonly extensions: readonly Buffer[];
}

function encodeCertificate({ subject, publicKey, issuer, extensions }: CertificateParts): string {
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    issuer.name,
    validity,
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  const encoded = sequence(body, ecdsaWithSha256, bits(signature)).toString('base64');
  const lines = encoded.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function encodeName({ commonName, organizations = [] }: CertificateSubject): Buffer {
  const attribute = (id: string, value: string) => set(sequence(objectId(id), utf8(value)));
  return sequence(...organizations.map((each) => attribute('2.5.4.10', each)), attribute('2.5.4.3', commonName));
}

function extension(id: string, value: Buffer, { critical = false } = {}): Buffer {
  return sequence(objectId(id), ...(critical ? [boolean(true)] : []), octets(value));
}

function constraints(isAuthority: boolean): Buffer {
  return extension('2.5.29.19', sequence(...(isAuthority ? [boolean(true)] : [])), { critical: true });
}

function keyIdentifier(publicKey: KeyObject): Buffer {
  const digest = createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  return extension('2.5.29.14', octets(digest));
}

function purpose(id: string): Buffer {
  return extension('2.5.29.37', sequence(objectId(id)));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host)
      ? tagged(7, Buffer.from(host.split('.').map(Number)), { primitive: true })
      : tagged(2, Buffer.from(host), { primitive: true }),
  );
  return extension('2.5.29.17', sequence(...names));
}
