import { Blob as NodeBlob } from 'node:buffer'

/** A file that the browser lists, but can no longer read, like a file of a cloud on Android. */
export function makeUnreadable(name = 'NotReadableError'): Blob {
  const file = new NodeBlob(['a video']) as Blob // jsdom's blobs cannot be read at all
  file.slice = () => {
    const part = new NodeBlob([]) as Blob
    part.arrayBuffer = () => Promise.reject(new DOMException('The file could not be read.', name))
    return part
  }
  return file
}
