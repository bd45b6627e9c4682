/** A plain-text refusal by a layer in front of the API. */
export class NotServed extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(text);
    this.name = 'NotServed';
    this.status = status;
    this.text = text;
  }
}
