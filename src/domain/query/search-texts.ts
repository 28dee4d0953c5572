import { phoneTexts } from '#src/domain/account/phone-number.ts'
import type { Transaction } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { Loan } from '#src/domain/loan.ts'
import type { Member } from '#src/domain/member.ts'
import { displayId } from '#src/domain/text.ts'

// What the search of a list looks for its words in (`findWords`), on a screen and in an export.

export function listListingTexts({ name, ownerName, ownerPhone, ...rest }: Listing) {
  const { ownerEmail, city, pincode, id } = rest
  return [name, ownerName, ...phoneTexts(ownerPhone), ownerEmail, city, pincode, id]
}

export function listMemberTexts({ id, fullName, phoneNumber, email }: Member) {
  return [fullName, ...phoneTexts(phoneNumber), email, id, displayId(id)]
}

export function listLoanTexts({ id, applicantName, phoneNumber, occupationType }: Loan) {
  return [applicantName, ...phoneTexts(phoneNumber), occupationType, id, displayId(id)]
}

export function listPaymentTexts({ payerName, plan, category, paymentId }: Transaction) {
  return [payerName, plan, category, paymentId]
}
