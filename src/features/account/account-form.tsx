import { type FormEvent, type ReactNode, type Ref, type RefObject, useId } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface AccountFormProps {
  title: string
  submitLabel: string
  isBusy: boolean
  /** An error message that no field shows. */
  problem: string | null
  /** The field that has the focus when the dialog opens. */
  firstRef: RefObject<HTMLInputElement | null>
  onSubmit: (typed: (name: string) => string) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that changes a value of the signed-in person's account. */
export function AccountForm(props: AccountFormProps) {
  const { title, submitLabel, isBusy, problem, firstRef, onSubmit, onClose, children } = props
  const formId = useId()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSubmit((name) => String(form.get(name) ?? ''))
  }

  return (
    <Dialog
      open
      title={title}
      initialFocusRef={firstRef}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        {problem && <Notice tone="negative">{problem}</Notice>}
        {children}
      </form>
    </Dialog>
  )
}

/** The field for the current password, which a change of the e-mail address or the password requires. */
export function CurrentPassword({ error, ref }: CurrentPasswordProps) {
  return (
    <Field label="Current password" error={error}>
      {(input) => (
        <PasswordInput {...input} ref={ref} name="password" autoComplete="current-password" />
      )}
    </Field>
  )
}

interface CurrentPasswordProps {
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}
