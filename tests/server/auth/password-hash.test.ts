import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword } from '#server/auth/password-hash.ts'

const HASHES = 10

test('however many passwords wait for their hash, other work of the thread pool is done in between', async () => {
  let hashed = 0
  const hashes = Array.from({ length: HASHES }, async () => {
    await hashPassword('a password of somebody')
    hashed += 1
  })
  // The pool takes its work in the order that it came in: four threads have four hashes before this and the others after it.
  await stat(import.meta.filename)
  expect(hashed).toBeLessThanOrEqual(HASHES / 2)
  await Promise.all(hashes)
  expect(hashed).toBe(HASHES)
})
