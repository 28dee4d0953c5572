import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

export interface TypedBusiness {
  email: string
  fullName: string
  phoneNumber: string
}
export const NO_BUSINESS: TypedBusiness = { email: '', fullName: '', phoneNumber: '' }

/** An empty phone number becomes null. */
export function toBusiness({ phoneNumber, ...rest }: TypedBusiness) {
  return { ...rest, phoneNumber: phoneNumber.trim() === '' ? null : phoneNumber }
}

interface BusinessFieldsProps {
  business: TypedBusiness
  errors: Readonly<Record<string, string | undefined>>
  onChange: (business: TypedBusiness) => void
}

/** The fields of the business that owns the listings. */
export function BusinessFields({ business, errors, onChange }: BusinessFieldsProps) {
  return (
    <>
      <Field label="Business" error={errors['fullName']}>
        {(input) => (
          <TextInput
            {...input}
            autoComplete="off"
            value={business.fullName}
            onChange={({ target }) => onChange({ ...business, fullName: target.value })}
          />
        )}
      </Field>
      <Field
        label="Email of the business"
        error={errors['email']}
        hint="Its listings belong to the account with this address, which is made if there is none."
      >
        {(input) => (
          <TextInput
            {...input}
            type="email"
            autoComplete="off"
            value={business.email}
            onChange={({ target }) => onChange({ ...business, email: target.value })}
          />
        )}
      </Field>
      <Field label="Phone (optional)" error={errors['phoneNumber']}>
        {(input) => (
          <TextInput
            {...input}
            type="tel"
            autoComplete="off"
            value={business.phoneNumber}
            onChange={({ target }) => onChange({ ...business, phoneNumber: target.value })}
          />
        )}
      </Field>
    </>
  )
}
