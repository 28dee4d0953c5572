import { expect, test } from 'vitest'
import { findBreakableTexts } from './jsx-texts.ts'
import { listFiles } from './source-files.ts'

test('no text that changes, comes or goes is beside other content, where a translation of the page would break it', () => {
  expect(listFiles('src', /\.tsx$/).flatMap((path) => findBreakableTexts(path))).toEqual([])
})
