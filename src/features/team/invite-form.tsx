import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { InvitationSchema, type NewInvitation } from '#src/domain/team/team.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useOpenedForm } from '#src/ui/form/use-opened-form.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { RoleSelect } from './role-select.tsx'

export interface InviteFormProps {
  isSending: boolean
  /** The server's error message about the submitted e-mail address. */
  emailError: string | null
  /** Returns whether the invitation was stored. */
  onSend: (invitation: NewInvitation) => Promise<boolean>
}

/** Keeps the typed e-mail address until the server has stored the invitation. */
export function InviteForm({ isSending, emailError, onSend }: InviteFormProps) {
  const formRef = useOpenedForm()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [mistake, setMistake] = useState<string | null>(null)
  const [refusedEmail, setRefusedEmail] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const read = v.safeParse(InvitationSchema, { email, role })
    setMistake(read.success ? null : read.issues[0].message)
    if (!read.success) return
    const isStored = await onSend(read.output)
    setRefusedEmail(isStored ? null : email)
    if (isStored) setEmail('')
  }

  return (
    <Card className="panel">
      <form ref={formRef} className="invite-form" noValidate onSubmit={submit}>
        <Field label="Email" error={mistake ?? (email === refusedEmail ? emailError : null)}>
          {(input) => (
            <TextInput
              {...input}
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value)
                setMistake(null)
              }}
            />
          )}
        </Field>
        <Field label="Role">
          {(input) => <RoleSelect {...input} value={role} onRole={setRole} />}
        </Field>
        <Button type="submit" variant="primary" busy={isSending}>
          Send invitation
        </Button>
      </form>
    </Card>
  )
}
