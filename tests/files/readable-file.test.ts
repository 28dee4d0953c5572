import { Blob as NodeBlob } from 'node:buffer'
import { expect, test } from 'vitest'
import { readBytes, requireReadable, UNREADABLE_FILE } from '#src/files/readable-file.ts'
import { readVideoFile } from '#src/files/videos/video-compression.ts'
import { makeUnreadable } from './unreadable-blob.ts'

test.each(['NotReadableError', 'NotFoundError', 'SecurityError'])(
  'a file that fails with %s asks to be chosen again',
  async (name) => {
    const file = makeUnreadable(name)
    await expect(requireReadable(file)).rejects.toThrow(UNREADABLE_FILE)
    await expect(readBytes(file)).rejects.toThrow('Choose the file again')
    await expect(readVideoFile(file)).rejects.toThrow('Choose the file again')
  },
)

test('a readable file passes, also an empty one, and an error of the program is not taken for one of the file', async () => {
  await requireReadable(new NodeBlob(['a photo']) as Blob)
  await requireReadable(new NodeBlob([]) as Blob)
  await expect(readBytes(makeUnreadable('TypeError'))).rejects.not.toThrow(UNREADABLE_FILE)
})
