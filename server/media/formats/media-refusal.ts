import { FileRefusal } from '#server/parsing/parsing-service.ts'

/** A file that is not accepted as a photo or video. The message is for the file's owner. */
export class MediaRefusal extends FileRefusal {
  override name = 'MediaRefusal'
}
