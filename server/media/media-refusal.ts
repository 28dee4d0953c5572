/** A file that is no photo or video of a listing. The message is for its owner. */
export class MediaRefusal extends Error {
  override name = 'MediaRefusal'
}
