import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { NameSchema } from '#src/domain/account/person-name.ts'

describe('a name of a person', () => {
  test.each([
    ['a zero-width space', 'Asha\u200b Rao'],
    ['a joiner between Latin letters', 'As\u200dha Rao'],
    ['a non-joiner at the start', '\u200cAsha Rao'],
    ['a byte order mark within', 'Asha\ufeff Rao'],
    ['a word joiner', 'Asha\u2060 Rao'],
    ['a soft hyphen', 'As\u00adha Rao'],
    ['a left-to-right mark', 'Asha Rao\u200e'],
    ['an Arabic letter mark', 'Asha\u061c Rao'],
    ['a variation selector', 'Asha\ufe0f Rao'],
    ['a tag', 'Asha\u{e0041} Rao'],
    ['a Hangul filler', 'Asha\u3164Rao'],
    ['a Braille blank', 'Asha\u2800Rao'],
    ['a combining grapheme joiner', 'Asha\u034f Rao'],
    ['a no-break space', 'Asha\u00a0Rao'],
    ['an ideographic space', 'Asha\u3000Rao'],
    ['a Mongolian vowel separator', 'Asha\u180e Rao'],
  ])('with %s is refused with a sentence', (_, name) => {
    const { issues } = v.safeParse(NameSchema, name)
    expect(issues?.map(({ message }) => message)).toEqual([
      'Leave out characters that cannot be seen.',
    ])
  })

  test.each([
    'Asha Rao',
    'रश्मि शर्मा',
    'ക്\u200dഷമ',
    'क्\u200dष',
    "Anne-Marie O'Neil",
    'José',
    '李雷',
    'А. Иванова',
  ])('such as %s is accepted as it is', (name) => {
    expect(v.parse(NameSchema, name)).toBe(name)
  })
})
