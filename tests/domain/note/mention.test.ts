import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completeMention,
  findMentioned,
  findMentionQuery,
  matchReaders,
  type NoteReader,
  splitMentions,
} from '#src/domain/note/mention.ts'

const person = (personId: string, name: string): NoteReader => ({
  personId,
  name,
  sees: ['listing'],
})
const RAVI = person('ravi', 'Ravi Shah')
const RAVINDRA = person('ravindra', 'Ravi Shah Rao')
const MEERA = person('meera', 'Meera Ravikumar')
const TEAM = [RAVI, RAVINDRA, MEERA]

describe('an @ asks for a colleague', () => {
  test.each([
    ['@', 1, { at: 0, words: '' }],
    ['Ask @Ra', 7, { at: 4, words: 'Ra' }],
    ['Ask @Ravi Sh', 12, { at: 4, words: 'Ravi Sh' }],
    ['Ask (@Ra', 8, { at: 5, words: 'Ra' }],
    ['@Ra and more', 3, { at: 0, words: 'Ra' }],
    ['mail ravi@example.in', 20, null],
    ['@Ra\nnext line', 13, null],
    ['no sign', 7, null],
  ])('in %j at %i: %j', (text, caret, wanted) => {
    expect(findMentionQuery(text, caret)).toEqual(wanted)
  })

  test('offers those whose first word begins so, then those of whom a later word does', () => {
    const match = (words: string) => matchReaders(TEAM, { at: 0, words }).map((one) => one.personId)
    expect(match('')).toEqual(['ravi', 'ravindra', 'meera'])
    expect(match('rAvI')).toEqual(['ravi', 'ravindra', 'meera'])
    expect(match('ravi shah ')).toEqual(['ravindra'])
    expect(match('avi')).toEqual([])
  })

  test.each([
    ['Ask @Ra', { at: 4, words: 'Ra' }, 'Ask @Ravi Shah ', 15],
    ['Ask @Ra now', { at: 4, words: 'Ra' }, 'Ask @Ravi Shah now', 15],
    ['@\nnow', { at: 0, words: '' }, '@Ravi Shah \nnow', 11],
  ])('and writes the name with a space behind it: %j', (text, query, wanted, caret) => {
    expect(completeMention(text, query, RAVI.name)).toEqual({ text: wanted, caret })
  })
})

describe('a text mentions', () => {
  const ids = (text: string) => findMentioned(text, TEAM).map((one) => one.personId)

  test.each([
    ['@Ravi Shah, look.', ['ravi']],
    ['@Ravi Shah Rao look.', ['ravindra']],
    ['@Ravi Shahani look.', []],
    ['x@Ravi Shah', []],
    ['@ravi shah', []],
    ['@Ravi Shah and @Ravi Shah', ['ravi']],
    ['(@Meera Ravikumar) @Ravi Shah', ['meera', 'ravi']],
  ])('%j: %j', (text, wanted) => {
    expect(ids(text)).toEqual(wanted)
  })

  test('the parts of any text are the text', () => {
    const words = fc.constantFrom('@', 'Ravi Shah', 'Meera Ravikumar', ' ', 'क', 'Rao', '\n', 'x')
    fc.assert(
      fc.property(fc.array(words), (some) => {
        const text = some.join('')
        const parts = splitMentions(text, TEAM)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { text: named, mention } of parts)
          if (mention) expect(named).toBe(`@${mention.name}`)
      }),
    )
  })
})
