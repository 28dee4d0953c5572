import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { type NewWebhook, NewWebhookSchema, WEBHOOK_EVENTS } from '#src/domain/webhook.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useOpenedForm } from '#src/ui/form/use-opened-form.ts'
import { EVENT_LABELS } from './event-labels.ts'

interface WebhookFormProps {
  isBusy: boolean
  refusedFields: Readonly<Record<string, string>>
  /** Resolves to whether the webhook was created. */
  onCreate: (wanted: NewWebhook) => Promise<boolean>
  onCancel: () => void
}

/** The form for a new webhook. The typed text remains after a refusal. */
export function WebhookForm({ isBusy, refusedFields, onCreate, onCancel }: WebhookFormProps) {
  const formRef = useOpenedForm()
  const [address, setAddress] = useState('')
  const [events, setEvents] = useState<readonly string[]>(WEBHOOK_EVENTS)
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const errors = { ...refusedFields, ...mistakes }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const read = v.safeParse(NewWebhookSchema, { address, events })
    const flaws = read.issues?.map(({ path, message }) => [String(path?.[0].key), message]) ?? []
    setMistakes(Object.fromEntries(flaws))
    if (read.success && (await onCreate(read.output))) onCancel()
  }

  return (
    <form ref={formRef} className="panel stack" noValidate onSubmit={submit}>
      <Field label="Address" error={errors['address']} hint="It begins with https://.">
        {(input) => (
          <TextInput
            {...input}
            type="url"
            autoComplete="off"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      <fieldset className="stack">
        <legend>Send when</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={EVENT_LABELS[event]}
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents(
                target.checked ? [...events, event] : events.filter((other) => other !== event),
              )
            }
          />
        ))}
        {errors['events'] && <FieldError id="webhook-events">{errors['events']}</FieldError>}
      </fieldset>
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Create webhook
        </Button>
      </div>
    </form>
  )
}
