import * as v from 'valibot'
import { EmailSchema, PhoneSchema } from '#src/domain/account/account.ts'
import { NameSchema } from '#src/domain/account/person-name.ts'
import { TextSchema, WireText } from '#src/domain/text.ts'

// Grievances: complaints to the grievance officer (rule 3(2) of the Information Technology (Intermediary Guidelines and
// Digital Media Ethics Code) Rules, 2021), and about personal data (section 13 of the DPDP Act, 2023).

export const GRIEVANCE_KINDS = ['listing', 'personal-data', 'person', 'intimate', 'other'] as const
export type GrievanceKind = (typeof GRIEVANCE_KINDS)[number]

/** What a grievance is about, as the form and the list name it. */
export const GRIEVANCE_KIND_LABELS: Readonly<Record<GrievanceKind, string>> = {
  listing: 'A listing',
  'personal-data': 'My personal data',
  person: 'A person',
  intimate: 'An intimate or faked picture of me',
  other: 'Something else',
}

export const MAX_GRIEVANCE_CHARS = 5_000 // about two printed pages
const MAX_LISTING_CHARS = 300 // longer than any link to a listing
/** A number as it is read aloud: 'G-4821-7730'. */
export const GRIEVANCE_NUMBER_PATTERN = /^G-\d{4}-\d{4}$/

/** The listing that a grievance names, if the text has an id or a link with one; null otherwise. */
export function findListingId(listing: string | null): string | null {
  return /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/.exec(listing ?? '')?.[0] ?? null
}

/** An empty text is a missing value. */
function optional<Schema extends v.GenericSchema<string, string>>(schema: Schema) {
  const nothing = v.pipe(
    v.string(),
    v.trim(),
    v.literal(''),
    v.transform(() => null),
  )
  return v.optional(
    v.nullable(v.union([nothing, schema], (issue) => sayFirst(issue, schema))),
    null,
  )
}

/** The message of the schema itself: that of a union says nothing to a person. */
function sayFirst({ input }: { input: unknown }, schema: v.GenericSchema): string {
  return v.safeParse(schema, input).issues?.[0].message ?? 'Check this field.'
}

function writtenText(whenEmpty: string) {
  return v.pipe(TextSchema(whenEmpty, MAX_GRIEVANCE_CHARS), v.trim(), v.nonEmpty(whenEmpty))
}

const NO_LINK = 'Leave this empty, or enter the link or the id of the listing.'
const NO_WAY_BACK = 'Enter an e-mail address or a mobile number, so that we can answer.'

/** The body of POST /grievances. */
export const NewGrievanceSchema = v.pipe(
  v.object({
    name: NameSchema,
    email: optional(EmailSchema),
    phoneNumber: optional(PhoneSchema),
    kind: v.picklist(GRIEVANCE_KINDS, 'Choose what it is about.'),
    listing: optional(
      v.pipe(TextSchema(NO_LINK, MAX_LISTING_CHARS), v.trim(), v.nonEmpty(NO_LINK)),
    ),
    text: writtenText('Describe what happened.'),
  }),
  v.forward(
    v.partialCheck(
      [['email'], ['phoneNumber']],
      ({ email, phoneNumber }) => email !== null || phoneNumber !== null,
      NO_WAY_BACK,
    ),
    ['email'],
  ),
)
export type NewGrievance = v.InferOutput<typeof NewGrievanceSchema>

/** The body of POST /admin/grievances/{id}/answer. */
export const GrievanceAnswerSchema = v.object({
  answer: writtenText('Write the answer.'),
})

/** The answer to POST /grievances. */
export const ReceivedGrievanceSchema = v.looseObject({
  number: v.string(),
  dueAt: v.string(),
  /** False if no acknowledgement is mailed: the server has no mail server, or the person gave no e-mail address. */
  isMailed: v.boolean(),
})
export type ReceivedGrievance = v.InferOutput<typeof ReceivedGrievanceSchema>

/** A grievance as the team sees it. */
export const GrievanceSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    number: v.string(),
    kind: v.fallback(v.picklist(GRIEVANCE_KINDS), 'other'),
    listing: WireText,
    text: v.string(),
    name: v.string(),
    email: WireText,
    phoneNumber: WireText,
    /** The account of the sender; null for a visitor. */
    userId: WireText,
    createdAt: v.string(),
    dueAt: v.string(),
    answer: WireText,
    answeredAt: WireText,
    answeredBy: WireText,
  }),
  v.transform(({ _id: id, ...grievance }) => ({ id, ...grievance })),
)
export type Grievance = v.InferOutput<typeof GrievanceSchema>
