/** The message names neither the URL nor anything that the other server sent. */
export class OutboundError extends Error {
  /**
   * `refused`: the URL, or the target of its redirect, is not allowed; nothing was sent to it.
   * `too-large`: the answer has more bytes than the caller accepts. `failed`: another failure, after
   * which a retry may succeed.
   */
  readonly kind: 'refused' | 'too-large' | 'failed'

  constructor(kind: OutboundError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
