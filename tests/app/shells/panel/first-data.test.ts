import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { hasFirstData } from '#src/app/shells/panel/first-data.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'

test('a screen has its first data once a saved read has a value, and not by what only this page has', () => {
  const client = new QueryClient()
  expect(hasFirstData(client)).toBe(false)
  client.setQueryData(['found', 'asha', 'invitation-links'], [])
  expect(hasFirstData(client)).toBe(false)
  client.setQueryData(savedReadKey('asha', 'dashboard'), { value: {} })
  expect(hasFirstData(client)).toBe(true)
})
