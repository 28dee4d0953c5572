import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { FactorForm, type FactorFormProps } from './factor-form.tsx'

export type FactorPasswordProps = Pick<
  FactorFormProps,
  'submitLabel' | 'isDanger' | 'hint' | 'onSubmit' | 'onCancel'
>

/** Asks for the password that the server requires before it changes two-step sign-in. */
export function FactorPassword(props: FactorPasswordProps) {
  return (
    <FactorForm {...props} label="Current password" name="password">
      {(input) => <PasswordInput {...input} autoComplete="current-password" />}
    </FactorForm>
  )
}
