import { expect, test } from 'vitest'
import { streamText } from '#server/platform/http/files/text-stream.ts'
import { countTurns } from '#tests/server/platform/http/turn-count.ts'

const readText = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

test('a stream is the text of all strings in UTF-8', async () => {
  async function* chunks() {
    yield ['[', '"घर"']
    yield []
    yield [',', '"🏠"', ']']
  }
  expect(await readText(await streamText(chunks()))).toBe('["घर","🏠"]')
})

test('all streams together send at most one chunk per turn of the event loop', async () => {
  const counted = countTurns()
  const chunksInTurn = new Map<number, number>()
  async function* chunks() {
    yield ['first']
    for (let count = 0; count < 20; count += 1) {
      chunksInTurn.set(counted.turns, (chunksInTurn.get(counted.turns) ?? 0) + 1)
      yield ['x']
    }
  }
  const streams = await Promise.all(Array.from({ length: 8 }, () => streamText(chunks())))
  const texts = await Promise.all(streams.map(readText))
  counted.stop()
  expect(new Set(texts)).toEqual(new Set([`first${'x'.repeat(20)}`]))
  expect(Math.max(...chunksInTurn.values())).toBe(1)
})
