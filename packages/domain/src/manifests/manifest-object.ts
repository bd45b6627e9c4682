import type { Document } from 'yaml';

/** A text with manifests, as somebody sent it. */
export interface ManifestFile {
  readonly name: string;
  /** YAML or JSON, in one or several documents. */
  readonly content: string;
}

/** An object that a manifest describes. */
export interface ManifestObject {
  /** Where it was read, for people. */
  readonly source: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Its YAML, to be edited in place. */
  readonly document: Document;
}

/** Something that is said of a manifest. */
export interface ManifestRemark {
  readonly source: string;
  readonly message: string;
}
