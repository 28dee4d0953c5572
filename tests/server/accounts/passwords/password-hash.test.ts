import { setImmediate as nextTurn } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'

const finishing: (() => void)[] = []
vi.mock('@node-rs/argon2', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@node-rs/argon2')>()),
  hash: vi.fn(
    () => new Promise<string>((resolve) => finishing.push(() => resolve('a hash that is done'))),
  ),
}))

test('at most four hashes run at any one time', async () => {
  const hashes = Promise.all(
    Array.from({ length: 10 }, (_, nth) => hashPassword(`password ${nth}`)),
  )
  for (let done = 0; done < 10; done += 1) {
    await nextTurn()
    expect(vi.mocked(hash)).toHaveBeenCalledTimes(Math.min(10, done + 4))
    finishing[done]?.()
  }
  expect(await hashes).toHaveLength(10)
})
