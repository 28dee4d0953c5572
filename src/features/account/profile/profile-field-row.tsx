import { useRef, useState } from 'react'
import { displayValue } from '#src/domain/text.ts'
import { AccountForm } from '#src/features/account/account-form.tsx'
import { AccountRow } from '#src/features/account/account-row.tsx'
import { useAccountRequest } from '#src/features/account/use-account-request.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { showToast } from '#src/ui/toast/toast.ts'

export interface ProfileFieldRowProps {
  title: 'Name' | 'Mobile number'
  /** The name of the field in the server's errors. */
  name: 'fullName' | 'phoneNumber'
  value: string | null
  /** @throws ApiError */
  onSave: (typed: string) => Promise<void>
}

/** One value of the profile, and a button to change it. */
export function ProfileFieldRow(props: ProfileFieldRowProps) {
  const [isOpen, setOpen] = useState(false)
  const change = `Change ${props.title.toLowerCase()}`
  return (
    <AccountRow
      title={props.title}
      meta={displayValue(props.value)}
      action={
        <>
          <Button size="small" aria-label={change} onClick={() => setOpen(true)}>
            Change
          </Button>
          {isOpen && <FieldForm {...props} label={change} onClose={() => setOpen(false)} />}
        </>
      }
    />
  )
}

interface FieldFormProps extends ProfileFieldRowProps {
  label: string
  onClose: () => void
}

function FieldForm({ title, name, value, label, onSave, onClose }: FieldFormProps) {
  const firstRef = useRef<HTMLInputElement>(null)
  const { isBusy, problem, fields, send } = useAccountRequest()
  const isPhone = name === 'phoneNumber'

  async function submit(typed: (name: string) => string) {
    if (!(await send(() => onSave(typed(name))))) return
    onClose()
    showToast({ tone: 'success', message: `${title} changed` })
  }

  return (
    <AccountForm
      title={label}
      submitLabel="Save"
      isBusy={isBusy}
      problem={problem}
      firstRef={firstRef}
      onSubmit={(typed) => void submit(typed)}
      onClose={onClose}
    >
      <Field label={title} error={fields[name]}>
        {(input) => (
          <TextInput
            {...input}
            ref={firstRef}
            name={name}
            type={isPhone ? 'tel' : 'text'}
            autoComplete={isPhone ? 'tel' : 'name'}
            defaultValue={value ?? ''}
          />
        )}
      </Field>
    </AccountForm>
  )
}
