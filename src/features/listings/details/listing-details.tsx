import { detailsPath, ofUserPath } from '#src/config/paths.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { formatLocation, type Listing } from '#src/domain/listing/listing.ts'
import { displayName, displayValue, MISSING_VALUE } from '#src/domain/text.ts'
import { useMay } from '#src/session/use-may.ts'
import { ContactLink } from '#src/ui/record/contact-link.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { CopyableId } from './copyable-id.tsx'
import { listDealFacts } from './deal-facts.tsx'

/** A listing's fields from the server, including those missing in the table, without those that only other deals have. */
export function ListingDetails({ listing }: { listing: Listing }) {
  const seesContact = useMay('see-owner-contact')
  const contact = [
    ["Owner's phone", <Contact key="phone" scheme="tel" address={listing.ownerPhone} />],
    ["Owner's email", <Contact key="email" scheme="mailto" address={listing.ownerEmail} />],
  ] as const
  const facts = [
    ...listDealFacts(listing),
    ['Property type', displayValue(listing.propertyType)],
    ['Listing type', displayValue(listing.saleType)],
    ['BHK type', displayValue(listing.bhk)],
    ['Furnishing', displayValue(listing.furnishing)],
    ['Location', formatLocation(listing)],
    ['Listed by', <Owner key="owner" listing={listing} />],
    ...(seesContact ? contact : []),
    ['Date listed', formatDateTime(listing.createdAt)],
    ['Last updated', formatDateTime(listing.updatedAt)],
    ['Boosted until', formatDate(listing.boostedUntil)],
    ['ID', <CopyableId key="id" id={listing.id} />],
  ] as const
  return <Details facts={facts} />
}

function Owner({ listing: { ownerId, ownerName } }: { listing: Listing }) {
  const seesMembers = useMay('see-members')
  if (ownerId === null) return displayName(ownerName)
  return (
    <div className="row">
      {seesMembers ? (
        <RecordLink to={detailsPath('users', ownerId)} opens="details">
          {displayName(ownerName)}
        </RecordLink>
      ) : (
        displayName(ownerName)
      )}
      <RecordLink to={ofUserPath('property', ownerId)} opens="list">
        All their properties
      </RecordLink>
    </div>
  )
}

function Contact({ scheme, address }: { scheme: 'tel' | 'mailto'; address: string | null }) {
  return address ? <ContactLink scheme={scheme} address={address} /> : MISSING_VALUE
}
