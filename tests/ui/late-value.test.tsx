import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLateValue } from '#src/ui/use-late-value.ts'

test('a late value is the first value until the component is on the screen, then each new value', () => {
  const seen: number[] = []
  const { rerender } = renderHook(({ value }) => seen.push(useLateValue(value, 0)), {
    initialProps: { value: 1 },
  })
  expect(seen[0]).toBe(0)
  expect(seen.at(-1)).toBe(1)
  rerender({ value: 2 })
  expect(seen.at(-1)).toBe(2)
})
