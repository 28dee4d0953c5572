import * as v from 'valibot'
import { EmailSchema, PhoneSchema } from '#src/domain/account/account.ts'
import { LineSchema, WireText } from '#src/domain/text.ts'

// API keys, with which the website of a business calls the API, and the business that a key belongs to.

const MAX_NAME_CHARS = 100
/** The lifetimes in days that a key may have. A key may also have no expiry. */
export const KEY_DAYS = [30, 90, 365] as const

/** The scopes of keys. Each call with a key requires a scope. */
export const API_KEY_SCOPES = ['listings:import'] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The business that owns imported listings. Its account has this e-mail address, and is created if it is missing. */
export const BusinessSchema = v.object({
  email: EmailSchema,
  fullName: LineSchema('Enter the name of the business.', MAX_NAME_CHARS),
  phoneNumber: v.optional(v.nullable(PhoneSchema), null),
})
export type Business = v.InferOutput<typeof BusinessSchema>

/** The body of POST /admin/api-keys. */
export const NewApiKeySchema = v.object({
  name: LineSchema('Name the key, such as after the site that uses it.', MAX_NAME_CHARS),
  business: BusinessSchema,
  expiresInDays: v.optional(v.nullable(v.picklist(KEY_DAYS, 'Choose when the key expires.')), null),
})
export type NewApiKey = v.InferOutput<typeof NewApiKeySchema>

/** A key in the list for the team's owners. The key itself is shown only once, when it is created. */
export interface ApiKey {
  id: string
  name: string
  prefix: string
  /** The name of the business. */
  business: string | null
  createdBy: string | null
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export const ApiKeySchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    name: v.string(),
    prefix: v.string(),
    business: WireText,
    createdBy: WireText,
    createdAt: v.string(),
    expiresAt: WireText,
    lastUsedAt: WireText,
  }),
  v.transform(({ _id: id, ...rest }): ApiKey => {
    const { name, prefix, business, createdBy, createdAt, expiresAt, lastUsedAt } = rest
    return { id, name, prefix, business, createdBy, createdAt, expiresAt, lastUsedAt }
  }),
)
