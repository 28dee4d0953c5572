import type { ChangeEvent } from 'react'
import {
  GRIEVANCE_KIND_LABELS,
  GRIEVANCE_KINDS,
  MAX_GRIEVANCE_CHARS,
} from '#src/domain/grievance/grievance.ts'
import { groupIndian } from '#src/domain/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import type { GrievanceField, useGrievanceForm } from './use-grievance-form.ts'

const COUNTED_FROM = 0.8 // of the length; before that, the count would only distract

/** The fields of a grievance. */
export function GrievanceForm({ form }: { form: ReturnType<typeof useGrievanceForm> }) {
  const { draft, errors, problem, isBusy } = form
  const input = (name: GrievanceField) => ({
    name,
    value: draft[name],
    onChange: ({
      target,
    }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      form.type(name, target.value),
  })
  const { length } = draft.text
  return (
    <form
      ref={form.formRef}
      className="form"
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <Field label="What is it about?" error={errors.kind}>
        {(props) => (
          <Select {...props} {...input('kind')} aria-required>
            <option value="">Choose</option>
            {GRIEVANCE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {GRIEVANCE_KIND_LABELS[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Listing (optional)"
        error={errors.listing}
        hint="The link or the ID, if it is about a listing."
      >
        {(props) => <TextInput {...props} {...input('listing')} autoComplete="off" />}
      </Field>
      <Field
        label="What happened?"
        error={errors.text}
        hint={
          length > MAX_GRIEVANCE_CHARS * COUNTED_FROM &&
          `${groupIndian(length)} of ${groupIndian(MAX_GRIEVANCE_CHARS)} characters`
        }
      >
        {(props) => <TextArea {...props} {...input('text')} aria-required rows={6} />}
      </Field>
      <Field label="Your name" error={errors.name}>
        {(props) => (
          <TextInput
            {...props}
            {...input('name')}
            aria-required
            autoComplete="name"
            autoCapitalize="words"
          />
        )}
      </Field>
      <Field label="Email" error={errors.email} hint="The answer is sent to this address.">
        {(props) => <TextInput {...props} {...input('email')} type="email" autoComplete="email" />}
      </Field>
      <Field
        label="Mobile number"
        error={errors.phoneNumber}
        hint="Needed only if you give no e-mail address: we then call you."
      >
        {(props) => (
          <TextInput
            {...props}
            {...input('phoneNumber')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
        )}
      </Field>
      {problem && <Notice tone="negative">{problem}</Notice>}
      <Button type="submit" variant="primary" busy={isBusy}>
        Send grievance
      </Button>
    </form>
  )
}
