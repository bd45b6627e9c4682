import { X509Certificate } from 'node:crypto';

/** The validity period of a certificate, in ISO 8601. */
export interface CertificateDates {
  readonly notBefore: string;
  readonly notAfter: string;
}

/** A longer value of a Secret is not parsed. */
const maxLength = 100_000;

/**
 * Reads the dates of the first certificate in a value of a Secret, PEM in base64; `undefined` when it contains none.
 */
export function readCertificateDates(value: unknown): CertificateDates | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  try {
    const { validFromDate, validToDate } = new X509Certificate(Buffer.from(value, 'base64'));
    return { notBefore: validFromDate.toISOString(), notAfter: validToDate.toISOString() };
  } catch {
    return undefined;
  }
}
