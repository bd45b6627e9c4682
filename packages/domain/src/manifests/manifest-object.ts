import type { Document } from 'yaml';

/** A text with manifests, as uploaded. */
export interface ManifestFile {
  readonly name: string;
  /** YAML or JSON, in one or several documents. */
  readonly content: string;
}

/** An object read from a manifest. */
export interface ManifestObject {
  /** File and document that the object was read from, for people. */
  readonly source: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Its YAML, edited in place. */
  readonly document: Document;
}

/** A remark about a manifest. */
export interface ManifestRemark {
  readonly source: string;
  readonly message: string;
}
