import { TextInput, type TextInputProps } from '#src/ui/form/text-input.tsx'

const LAST_MINUTE = '9999-12-31T23:59' // without a maximum, browsers accept six-digit years

/** The platform's picker of a date and a time, to the minute. The value is 'yyyy-mm-ddThh:mm'; '' while incomplete. */
export function DateTimeInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  return (
    <TextInput
      max={LAST_MINUTE}
      {...rest}
      type="datetime-local"
      className={['date-time-input', className].filter(Boolean).join(' ')}
    />
  )
}
