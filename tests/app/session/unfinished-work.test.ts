import { expect, test } from 'vitest'
import { hasUnfinishedWork } from '#src/app/session/unfinished-work.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

// A background tab reloads by itself only if it has no unfinished work.

const show = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test.each([
  ['typed text', '<input type="email" value="asha@example.in" />'],
  ['a password', '<input type="password" value="typed" />'],
  ['a search text', '<input type="search" value="Bandra" />'],
  ['a long text', '<textarea>Typed</textarea>'],
  ['an open sheet', '<dialog open><p>A listing</p></dialog>'],
])('%s counts as unfinished work', (_words, html) => {
  expect(hasUnfinishedWork(show(html))).toBe(true)
})

test.each([
  ['an empty form', '<input type="text" value="" /><textarea></textarea>'],
  ['a checked checkbox', '<input type="checkbox" value="on" checked />'],
  ['the range input of a chart', '<input type="range" value="11" />'],
  ['a search text in a hidden section', '<div hidden><input value="Bandra" /></div>'],
  ['a page without fields', '<main><h2>Users</h2><button>Next</button></main>'],
])('%s does not count as unfinished work', (_words, html) => {
  expect(hasUnfinishedWork(show(html))).toBe(false)
})

test('a change that is being stored on the device counts as unfinished work until it is stored', async () => {
  const page = show('<main></main>')
  const gate = createGate<void>()
  const work = holdPage(gate.pass())
  expect(hasUnfinishedWork(page)).toBe(true)
  gate.open()
  await work
  expect(hasUnfinishedWork(page)).toBe(false)
})
