import { expect, test } from 'vitest'
import { findBreakableTexts } from './jsx-texts.ts'
import { listFiles } from './source-files.ts'

test('no text that changes, comes or goes is beside other content, where a translation of the page would break it', () => {
  expect(listFiles('src', /\.tsx$/).flatMap((path) => findBreakableTexts(path))).toEqual([])
})

test.each([
  ['<p>{count} waiting</p>', 'changing text beside other content'],
  ["<p>{isAll ? 'All' : 'Some'} <b /></p>", 'changing text beside other content'],
  ['<p>{row.label}<b /></p>', 'changing text beside other content'],
  ['<p>{isOpen && <b />} text</p>', 'content that comes and goes before a text'],
  ['<><b /> text</>', 'text of a fragment'],
  ["isOpen ? 'Open' : <b />", 'text returned by a component'],
])('in %s, %s is found', (jsx, flaw) => {
  const found = findBreakableTexts('sample.tsx', `function Sample() { return ${jsx} }`)
  expect(found.map((one) => one.flaw)).toContain(flaw)
})

test.each([
  '<p>{count}</p>',
  '<p>{isOpen ? first : second}</p>',
  '<p><span>{count}</span> waiting</p>',
  '<p>at most {MAX_PHOTOS} photos</p>',
  '<p>{icon}<b /></p>',
])('%s is allowed', (jsx) => {
  expect(findBreakableTexts('sample.tsx', `function Sample() { return ${jsx} }`)).toEqual([])
})
