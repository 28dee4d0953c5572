import { expect, test } from 'vitest'
import { hasUnfinishedWork } from '#src/app/session/unfinished-work.ts'
import { holdPage } from '#src/storage/page-hold.ts'

// When a tab that nobody looks at may be reloaded by itself.

const show = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test.each([
  ['typed text', '<input type="email" value="asha@example.in" />'],
  ['a password', '<input type="password" value="typed" />'],
  ['a search', '<input type="search" value="Bandra" />'],
  ['a long text', '<textarea>Typed</textarea>'],
  ['an open sheet', '<dialog open><p>A listing</p></dialog>'],
])('%s is in the middle of something', (_words, html) => {
  expect(hasUnfinishedWork(show(html))).toBe(true)
})

test.each([
  ['an empty form', '<input type="text" value="" /><textarea></textarea>'],
  ['choices, which lists have everywhere', '<input type="checkbox" value="on" checked />'],
  ["a chart's pointer", '<input type="range" value="11" />'],
  ['a search in a section behind the one in view', '<div hidden><input value="Bandra" /></div>'],
  ['a list to read', '<main><h2>Users</h2><button>Next</button></main>'],
])('%s is not', (_words, html) => {
  expect(hasUnfinishedWork(show(html))).toBe(false)
})

test('a change that is not yet on the device is, until it is', async () => {
  const page = show('<main></main>')
  let written = () => {}
  const work = holdPage(
    new Promise<void>((resolve) => {
      written = resolve
    }),
  )
  expect(hasUnfinishedWork(page)).toBe(true)
  written()
  await work
  expect(hasUnfinishedWork(page)).toBe(false)
})
