/** A file that is not accepted as a photo or video. The message is for the file's owner. */
export class MediaRefusal extends Error {
  override name = 'MediaRefusal'
}
