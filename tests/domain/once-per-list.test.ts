import { expect, test, vi } from 'vitest'
import { oncePerList } from '#src/domain/once-per-list.ts'

test('oncePerList calls its function only once for each list object, even if the result is undefined', () => {
  const read = vi.fn((list: readonly number[]) => list.find((value) => value > 1))
  const findOverOne = oncePerList(read)
  const [few, many] = [[1], [1, 2]]
  const found = [few, many, few, many].map(findOverOne)
  expect(found).toEqual([undefined, 2, undefined, 2])
  expect(read).toHaveBeenCalledTimes(2)
})
