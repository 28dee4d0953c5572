/** A file of a person that cannot be read or is not accepted. The message says why, for that person. */
export class FileRefusal extends Error {
  override name: string = 'FileRefusal'
}
