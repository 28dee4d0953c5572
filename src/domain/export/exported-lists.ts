import type { Transaction } from '#src/domain/dashboard.ts'
import { toIndianInput } from '#src/domain/dates.ts'
import { assigneeOf } from '#src/domain/listing/assignment.ts'
import { type Listing, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import type { Loan } from '#src/domain/loan.ts'
import type { Member } from '#src/domain/member.ts'
import type { ListFile } from './table-export.ts'

// The columns of the files. Amounts are rupees, times are of India. The roles that do not see the details of a list get
// neither the people's contacts nor what they told.

/** '2025-06-17 14:05', which programs read as a time; null if it is missing. */
function timeOf(at: string | null): string | null {
  return toIndianInput(at).replace('T', ' ') || null
}

export const LISTING_EXPORT: ListFile<Listing> = {
  name: 'Properties',
  columns: [
    { name: 'ID', of: ({ id }) => id },
    { name: 'Property title', of: ({ name }) => name },
    { name: 'Property type', of: ({ propertyType }) => propertyType },
    { name: 'Listing type', of: ({ saleType }) => saleType },
    { name: 'BHK type', of: ({ bhk }) => bhk },
    { name: 'Date listed', of: ({ createdAt }) => timeOf(createdAt) },
    { name: 'Listed by', of: ({ ownerName }) => ownerName },
    { name: 'Mobile number', isDetail: true, of: ({ ownerPhone }) => ownerPhone },
    { name: 'Email', isDetail: true, of: ({ ownerEmail }) => ownerEmail },
    { name: 'City', of: ({ city }) => city },
    { name: 'PIN code', of: ({ pincode }) => pincode },
    { name: 'Furnishing status', of: ({ furnishing }) => furnishing },
    { name: 'Price', of: ({ price }) => price },
    { name: 'Monthly rent', of: ({ rent }) => rent },
    { name: 'Starting bid', of: ({ startingBid }) => startingBid },
    { name: 'Auction ends at', of: ({ auctionEndsAt }) => timeOf(auctionEndsAt) },
    { name: 'Property status', of: ({ status }) => STATUS_LABELS[status] },
    {
      name: 'Assigned to',
      of: (listing) => assigneeOf(listing) && (listing.assigneeName ?? 'A colleague'),
    },
    { name: 'Boosted until', of: ({ boostedUntil }) => timeOf(boostedUntil) },
    { name: 'With a video', of: ({ videoUrl }) => (videoUrl === null ? 'No' : 'Yes') },
    { name: 'With photos', of: ({ posterUrl }) => (posterUrl === null ? 'No' : 'Yes') },
  ],
}

export const MEMBER_EXPORT: ListFile<Member> = {
  name: 'Users',
  columns: [
    { name: 'ID', of: ({ id }) => id },
    { name: 'Name', of: ({ fullName }) => fullName },
    { name: 'Joined', of: ({ createdAt }) => timeOf(createdAt) },
    { name: 'Mobile number', isDetail: true, of: ({ phoneNumber }) => phoneNumber },
    { name: 'Email', isDetail: true, of: ({ email }) => email },
    { name: 'Posted for sale', of: ({ posted }) => posted.sell },
    { name: 'Posted for rent', of: ({ posted }) => posted.rent },
    { name: 'Posted for auction', of: ({ posted }) => posted.auction },
    { name: 'Boosted', of: ({ boosted }) => boosted },
    { name: 'Total spending', isDetail: true, of: ({ totalSpending }) => totalSpending },
  ],
}

export const LOAN_EXPORT: ListFile<Loan> = {
  name: 'Loan applications',
  columns: [
    { name: 'ID', of: ({ id }) => id },
    { name: 'Name', of: ({ applicantName }) => applicantName },
    { name: 'Contact no.', isDetail: true, of: ({ phoneNumber }) => phoneNumber },
    { name: 'Date', of: ({ createdAt }) => timeOf(createdAt) },
    { name: 'Occupation type', isDetail: true, of: ({ occupationType }) => occupationType },
    { name: 'Monthly income', isDetail: true, of: ({ income }) => income },
    // Masked, as on the screen.
    { name: 'PAN number', isDetail: true, of: ({ panNumber }) => panNumber },
  ],
}

export const PAYMENT_EXPORT: ListFile<Transaction> = {
  name: 'Payments',
  columns: [
    { name: 'ID', of: ({ id }) => id },
    { name: 'Name', of: ({ payerName }) => payerName },
    { name: 'Plan', of: ({ plan }) => plan },
    { name: 'Category', of: ({ category }) => category },
    { name: 'Amount', of: ({ amount }) => amount },
    { name: 'Payment ID', of: ({ paymentId }) => paymentId },
    { name: 'Paid', of: ({ paidAt }) => timeOf(paidAt) },
  ],
}
