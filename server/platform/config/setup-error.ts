/**
 * The server cannot start or a command cannot run. The message is one sentence for the operator.
 */
export class SetupError extends Error {
  override name = 'SetupError'
}
