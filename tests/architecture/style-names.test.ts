import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './source-files.ts'

const USED = /var\((--[\w-]+)/g
const GIVEN = /(--[\w-]+)['"`]?\]?\s*[:,]/g
// Set by their number, in a template: `--chart-${n}`, and by what a property of an element holds.
const COMPUTED = /^--(chart|left|right)-$/

test('each custom property that a style uses has a value somewhere', () => {
  const texts = listFiles('src', /\.(css|tsx?)$/).map((path) => readFileSync(path, 'utf8'))
  const find = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
  const given = find(GIVEN)
  const missing = [...find(USED)].filter((name) => !given.has(name) && !COMPUTED.test(name))
  expect(missing).toEqual([])
})
