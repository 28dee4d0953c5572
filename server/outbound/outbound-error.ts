/** Its message names neither the address nor anything that the other side sent. */
export class OutboundError extends Error {
  /**
   * `refused`: the address is not one to connect to; nothing was sent there. `too-large`: the answer
   * has more bytes than the caller takes. Neither changes with another try; `failed` may.
   */
  readonly kind: 'refused' | 'too-large' | 'failed'

  constructor(kind: OutboundError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
