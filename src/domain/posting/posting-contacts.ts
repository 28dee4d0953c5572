import { type FoundPhone, findEmail, findPhone } from './contact-in-text.ts'
import type { PostingDraft } from './posting-draft.ts'

// Contacts in the content of a listing. The wizard asks its owner to take them out; the server shows them to reviewers.

const TEXTS = ['title', 'description', 'locality', 'city'] as const
const AMOUNTS = ['price', 'rent', 'startingBid'] as const
const ROUND = 1_000 // rupees: real prices of crores are round, phone numbers hardly ever

type TextField = (typeof TEXTS)[number]
type AmountField = (typeof AMOUNTS)[number]

export type FoundContact =
  | { kind: 'phone'; field: TextField | AmountField; phone: FoundPhone; isAmount: boolean }
  | { kind: 'email'; field: TextField; email: string }

/** The first phone number and the first e-mail address of each text, then the amounts that look like phone numbers. */
export function listContacts(content: PostingDraft): FoundContact[] {
  return [
    ...TEXTS.flatMap((field) => listOfText(content, field)),
    ...AMOUNTS.flatMap((field) => listOfAmount(content, field)),
  ]
}

/** The contact as the text spells it. */
export function spellContact(contact: FoundContact): string {
  return contact.kind === 'phone' ? contact.phone.text : contact.email
}

function listOfText(content: PostingDraft, field: TextField): FoundContact[] {
  const text = content[field] ?? ''
  const phone = findPhone(text)
  const email = findEmail(text)
  return [
    ...(phone ? [{ kind: 'phone', field, phone, isAmount: false } as const] : []),
    ...(email === null ? [] : [{ kind: 'email', field, email } as const]),
  ]
}

/** A phone number typed as an amount, which a form accepts like every other number. */
function listOfAmount(content: PostingDraft, field: AmountField): FoundContact[] {
  const amount = content[field]
  if (amount === null || amount % ROUND === 0) return []
  const phone = findPhone(String(amount))
  return phone ? [{ kind: 'phone', field, phone, isAmount: true }] : []
}
