import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { deflateBlocks } from '#server/platform/http/files/deflated-blocks.ts'
import { zip } from '#src/domain/export/zip-stream.ts'

const PARTS = ['', 'a', 'नमस्ते '.repeat(10_000), '\n', 'x'.repeat(70_000)]

test.each([['by the platform', deflateBlocks] as const, ['in JavaScript', undefined] as const])(
  'files that are compressed %s part by part are unpacked unchanged',
  async (_how, deflate) => {
    const files = [
      { name: 'many.txt', parts: PARTS },
      { name: 'none.txt', parts: [] },
    ]
    const chunks: Uint8Array[] = []
    for await (const chunk of zip(files, { now: new Date('2026-11-29T06:00:00.000Z'), deflate }))
      chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const text = (name: string) => Buffer.from(unzipSync(bytes)[name] ?? []).toString()
    expect(text('many.txt')).toBe(PARTS.join(''))
    expect(text('none.txt')).toBe('')
    expect(bytes.length).toBeLessThan(PARTS.join('').length / 10)
  },
)
