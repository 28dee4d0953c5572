import { TextInput, type TextInputProps } from './text-input.tsx'

const LONGEST_PASTE = 200 // characters: a whole line of the message that contains the code

/** One input for a one-time code. Removes pasted spaces and words around the digits. */
export function CodeInput({ digits, value, onCode, className, ...rest }: CodeInputProps) {
  return (
    <TextInput
      {...rest}
      className={['code-input', className].filter(Boolean).join(' ')}
      value={value}
      onChange={(event) => onCode(codeIn(event.target.value, digits))}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`\\d{${digits}}`}
      maxLength={LONGEST_PASTE}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
    />
  )
}

export interface CodeInputProps
  extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'maxLength' | 'pattern'> {
  /** How many digits a whole code has. */
  digits: number
  value: string
  onCode: (code: string) => void
}

/** The digits of a text; if it has several numbers, the one that is as long as a code. */
function codeIn(text: string, digits: number): string {
  const numbers = (text.match(/\d(?:[\s-]?\d)*/g) ?? []).map((number) => number.replace(/\D/g, ''))
  return numbers.find((number) => number.length === digits) ?? numbers.join('')
}
