import { expect, test } from 'vitest'
import { countLines } from '#src/ui/table/wrapped-lines.ts'

test.each([
  ['', 1],
  ['Sea-view 2 BHK in Bandra West', 2],
  ['Clear-span godown in Chakan', 3], // 27 characters, of which no line can have 14
  ['5 BHK villa with private gate, Fatehpura', 3],
  ['Thiruvananthapuram', 2],
])('the words of "%s" take %i lines of 15 characters', (text, lines) => {
  expect(countLines(text, 15)).toBe(lines)
})
