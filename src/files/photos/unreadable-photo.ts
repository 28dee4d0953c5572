/** The message of this error tells the owner why the photo cannot be used, and what to do. */
export class UnreadablePhoto extends Error {
  override name = 'UnreadablePhoto'
}
