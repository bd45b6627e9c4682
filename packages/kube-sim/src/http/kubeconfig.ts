import { stringify } from 'yaml';
import type { Certificate } from '../tls/certificate.ts';

/** A token, or a certificate with its key. */
export type Credential = { readonly token: string } | Certificate;

/** Formats the kubeconfig for one user of a cluster. */
export function toKubeconfig({
  name,
  server,
  authority,
  credential,
  namespace = 'default',
}: {
  /** Name of the cluster, the user and the context. */
  readonly name: string;
  readonly server: string;
  readonly authority: string;
  readonly credential: Credential;
  readonly namespace?: string;
}): string {
  const encodeText = (text: string) => Buffer.from(text).toString('base64');
  const user =
    'token' in credential
      ? { token: credential.token }
      : {
          'client-certificate-data': encodeText(credential.certificate),
          'client-key-data': encodeText(credential.key),
        };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'certificate-authority-data': encodeText(authority) } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  });
}
