import * as v from 'valibot'
import { LineSchema } from '#src/domain/text.ts'

const MAX_NAME_CHARS = 100 // longer than any name on an Indian identity document

/** Zero-width joiners after a letter or mark of a script that uses them. */
const JOINED =
  /([\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d]/gu
/** Characters without ink: format characters, ignorable ones such as fillers, blanks other than the space. */
const INVISIBLE = /\p{Cf}|\p{Default_Ignorable_Code_Point}|[^\S ]|\u2800/u

/**
 * The name of a person: a line without invisible characters, with which two names could look the same. Joiners are
 * allowed only where Indian scripts use them.
 */
export const NameSchema = v.pipe(
  LineSchema('Enter your name.', MAX_NAME_CHARS),
  v.check(
    (name) => !INVISIBLE.test(name.replace(JOINED, '$1')),
    'Leave out characters that cannot be seen.',
  ),
)
