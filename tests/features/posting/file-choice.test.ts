import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFileChoice } from '#src/features/posting/media/use-file-choice.ts'
import type { UploadQueue } from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

afterEach(() => vi.unstubAllGlobals())

const photos = (count: number) =>
  Array.from({ length: count }, (_, nth) => new File(['x'], `photo-${nth}.jpg`))

function choose() {
  const queue = { add: async () => 'id' } as unknown as UploadQueue // the hook calls only `add`
  return renderHook(() => useFileChoice({ queue, count: () => 0 })).result
}

test('photos that wait to be resized count toward the limit of twenty', async () => {
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const choice = choose()
  act(() => void choice.current.choosePhotos(photos(15)))
  expect(choice.current.preparing).toBe(15)
  act(() => void choice.current.choosePhotos(photos(15)))
  expect(choice.current.preparing).toBe(20)
  expect(choice.current.flaws).toEqual(['A listing has 20 photos at most: 10 left out.'])
})

test('each photo that cannot be added is named, and none stays in preparation', async () => {
  const bitmap = { width: 1, height: 1, close: () => undefined }
  vi.stubGlobal('createImageBitmap', async () => bitmap)
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor() {
        throw new RangeError('no memory')
      }
    },
  )
  expectConsole('error', /could not be added/)
  const choice = choose()
  act(() => void choice.current.choosePhotos(photos(2)))
  await waitFor(() => expect(choice.current.preparing).toBe(0))
  expect(choice.current.flaws).toEqual([
    'photo-0.jpg: This photo could not be added.',
    'photo-1.jpg: This photo could not be added.',
  ])
})
