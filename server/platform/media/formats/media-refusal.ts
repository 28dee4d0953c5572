import { FileRefusal } from '#server/platform/parsing/parsing-service.ts'

/** A file that is not accepted as a photo or video. The message is for the file's owner. */
export class MediaRefusal extends FileRefusal {
  override name = 'MediaRefusal'
}
