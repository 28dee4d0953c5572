import { expect, test } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'

function makeWork() {
  const logged: unknown[] = []
  const error = (about: unknown) => logged.push(about)
  return { work: makeBackgroundWork({ error, warn: () => undefined }), logged }
}

test('settle waits for all started work, and for further work that this work starts', async () => {
  const { work } = makeWork()
  const done: string[] = []
  work.start(async () => {
    await Promise.resolve()
    work.start(async () => {
      await Promise.resolve()
      done.push('second')
    })
    done.push('first')
  })
  expect(done).toEqual([])
  await work.settle()
  expect(done).toEqual(['first', 'second'])
})

test('start runs work at once, and settle resolves at once if there is no work', async () => {
  const { work } = makeWork()
  await work.settle()
  const done: string[] = []
  work.start(async () => done.push('begun'))
  expect(done).toEqual(['begun'])
  await work.settle()
})

test('the error of failed work is logged, and settle does not reject', async () => {
  const { work, logged } = makeWork()
  const err = new Error('no room')
  work.start(() => Promise.reject(err))
  await work.settle()
  expect(logged).toEqual([{ err }])
})
