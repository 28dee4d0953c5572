import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { KEY_DAYS, type NewApiKey, NewApiKeySchema } from '#src/domain/api-key.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useOpenedForm } from '#src/ui/form/use-opened-form.ts'
import { BusinessFields, NO_BUSINESS, toBusiness } from './business-fields.tsx'

interface ApiKeyFormProps {
  isCreating: boolean
  refusedFields: Readonly<Record<string, string>>
  /** Resolves to whether the key was created. */
  onCreate: (wanted: NewApiKey) => Promise<boolean>
  onCancel: () => void
}

/** The form for a new key. Retains the typed text until the key is created. */
export function ApiKeyForm({ isCreating, refusedFields, onCreate, onCancel }: ApiKeyFormProps) {
  const formRef = useOpenedForm()
  const [name, setName] = useState('')
  const [business, setBusiness] = useState(NO_BUSINESS)
  const [days, setDays] = useState('')
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const errors = { ...refusedFields, ...mistakes }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isCreating) return
    const wanted = {
      name,
      business: toBusiness(business),
      expiresInDays: KEY_DAYS.find((one) => String(one) === days) ?? null,
    }
    const read = v.safeParse(NewApiKeySchema, wanted)
    setMistakes(read.success ? {} : mistakesOf(read.issues))
    if (read.success && (await onCreate(read.output))) onCancel()
  }

  return (
    <form ref={formRef} className="panel stack" noValidate onSubmit={submit}>
      <Field label="Name of the key" error={errors['name']} hint="Such as the site that uses it.">
        {(input) => (
          <TextInput
            {...input}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <BusinessFields business={business} errors={errors} onChange={setBusiness} />
      <Field label="Expires" error={errors['expiresInDays']}>
        {(input) => (
          <Select {...input} value={days} onChange={({ target }) => setDays(target.value)}>
            <option value="">Never</option>
            {KEY_DAYS.map((one) => (
              <option key={one} value={one}>{`In ${one} days`}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isCreating}>
          Create key
        </Button>
      </div>
    </form>
  )
}

/** Error messages by field name: the last part of an issue's path, which is unique in this form. */
function mistakesOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  return Object.fromEntries(
    [...issues].reverse().map(({ path, message }) => [String(path?.at(-1)?.key), message]),
  )
}
