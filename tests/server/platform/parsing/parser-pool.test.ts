// @module-tag long
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeParserPool } from '#server/platform/parsing/parser-pool.ts'
import { MOST_BYTES, STANDARD_BYTES } from '#server/platform/parsing/parsing-job.ts'
import type { ParsingJob } from '#server/platform/parsing/parsing-service.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import {
  ABORT,
  COUNT_UP,
  EXIT,
  FILL_AT_ONCE,
  FILL_BUFFERS,
  FILL_HEAP,
  HANG,
  MEET,
  MISS_FILE,
  READ_ENVIRONMENT,
  SPIN,
  THROW,
  VISIT,
} from './odd-jobs.ts'

const pool = makeParserPool(['--import', 'tsx', join(import.meta.dirname, 'odd-parser.ts')])
afterAll(pool.stop)

async function run<Input, Part>(job: ParsingJob<Input, Part>, input: Input, person = 'asha') {
  const parts: Part[] = []
  for await (const part of pool.run(job, input, person)) parts.push(part)
  return parts
}

async function visit(input: { ms?: number; needs?: number } = {}, person = 'asha') {
  const [seen] = await run(VISIT, input, person)
  if (!seen) throw new Error('there was no answer')
  return seen
}

describe('a file is refused with its true cause, and the next file is read, if its parser', () => {
  test.each([
    ['fills the heap', FILL_HEAP, 'too large'],
    ['fills native memory step by step', FILL_BUFFERS, 'too large'],
    ['takes two gigabytes at once', FILL_AT_ONCE, 'too large'],
    ['never stops computing', SPIN, 'too slow'],
    ['waits for ever', HANG, 'too slow'],
    ['aborts', ABORT, 'damaged'],
    ['exits', EXIT, 'damaged'],
    ['throws an error of a library', THROW, 'damaged'],
  ])('%s', async (_, job, sentence) => {
    await expect(run(job, null)).rejects.toMatchObject({ name: 'FileRefusal', message: sentence })
    expect(await run(COUNT_UP, { to: 2 })).toEqual([1, 2])
  })
})

test('a file that is not there is a failure of the server, not a refusal', async () => {
  await expect(run(MISS_FILE, null)).rejects.toMatchObject({
    name: 'ParserFailure',
    message: expect.stringContaining('ENOENT'),
  })
})

test('a program that does not start is a failure of the server, not a refusal', async () => {
  const broken = makeParserPool([join(import.meta.dirname, 'no-such-file.js')])
  await expect(broken.run(COUNT_UP, { to: 1 }, 'asha').next()).rejects.toMatchObject({
    name: 'ParserFailure',
  })
  await broken.stop()
})

test('a parser is used again, and replaced after a hundred files', async () => {
  const pids = new Set<number>()
  for (let file = 0; file < 105; file += 1) pids.add((await visit()).pid)
  expect(pids.size).toBeGreaterThan(1)
  expect(pids.size).toBeLessThan(4)
})

test('a parser whose result is not read to its end is ended, and its memory is free for others', async () => {
  for await (const number of pool.run(COUNT_UP, { to: 1_000_000 }, 'asha')) if (number === 3) break
  expect(await run(COUNT_UP, { to: 3 })).toEqual([1, 2, 3])
})

test('files that fit together into the memory are read at once, and others one after the other', async () => {
  const folder = makeFolderForTest()
  const meet = () => run(MEET, { folder, needs: STANDARD_BYTES })
  expect(await Promise.all([meet(), meet()])).toEqual([[true], [true]])
  const large = { ms: 50, needs: MOST_BYTES / 2 + 1 }
  const [one, two] = await Promise.all([visit(large), visit(large)])
  expect(one.endedAt <= two.startedAt || two.endedAt <= one.startedAt).toBe(true)
  await expect(visit({ needs: MOST_BYTES + 1 })).rejects.toThrow('too large')
})

test('a file of another person is next, however many files one person has sent', async () => {
  const ended: string[] = []
  const note = (person: string) => async () => {
    await visit({ ms: 20 }, person)
    ended.push(person)
  }
  const files = [...Array(20).fill('asha'), 'ravi', 'mina']
  await Promise.all(files.map((person) => note(person)()))
  // Two run already when the others arrive, and two at once take their turns.
  expect(ended.indexOf('ravi')).toBeLessThan(6)
  expect(ended.indexOf('mina')).toBeLessThan(6)
})

test('a parser knows no secret of the server', async () => {
  process.env['APP_SECRET'] = 'a secret of the server'
  const fresh = makeParserPool(['--import', 'tsx', join(import.meta.dirname, 'odd-parser.ts')])
  const names: string[] = []
  for await (const some of fresh.run(READ_ENVIRONMENT, null, 'asha')) names.push(...some)
  delete process.env['APP_SECRET']
  await fresh.stop()
  expect(names).toContain('PATH')
  expect(names).not.toContain('APP_SECRET')
})
