/** Why the server cannot start or a command cannot run: one sentence for the person who typed it. */
export class SetupError extends Error {
  override name = 'SetupError'
}
