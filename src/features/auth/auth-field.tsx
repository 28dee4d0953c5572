import type { ReactNode } from 'react'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { TextInput, type TextInputProps } from '#src/ui/form/text-input.tsx'

export interface AuthFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  label: string
  name: string
  value: string
  error?: ReactNode
  hint?: ReactNode
  /** A password, with a show button. */
  isSecret?: boolean
  onText: (text: string) => void
}

/** A labelled field of an auth form. */
export function AuthField({
  label,
  error,
  hint,
  isSecret = false,
  onText,
  ...rest
}: AuthFieldProps) {
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <Field label={label} error={error} hint={hint}>
      {(input) => <Input {...rest} {...input} onChange={(event) => onText(event.target.value)} />}
    </Field>
  )
}
