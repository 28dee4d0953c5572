import type { ReactNode } from 'react'
import type { GroupAdvert, OtherAdvert } from '#src/api/posting/property-group-schema.ts'
import { STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { openingDetails, usePageSearch } from '#src/ui/address/page-search.ts'
import { StatusBadge } from '#src/ui/layout/status-badge.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { compareFacts, markWords, wordAge, wordSame } from './group-words.ts'

/** One advert of the property. What differs from the listing's own advert is marked, by more than its colour. */
export function AdvertCard({ own, advert, other, children }: CardProps) {
  const search = usePageSearch()
  const age = other ? wordAge(own, advert) : null
  return (
    <li className="property-advert">
      <p className="row">
        <StatusBadge status={advert.status}>
          {other && advert.status === 'pending' ? 'Also waits' : STATUS_LABELS[advert.status]}
        </StatusBadge>
        <span className="muted">{other ? age : 'This one'}</span>
      </p>
      <p className="property-title">
        {other
          ? markWords(advert.title, own.title).map(({ word, differs }, place) => {
              const key = `${place} ${word}`
              return differs ? <mark key={key}>{word}</mark> : <span key={key}>{word}</span>
            })
          : displayName(advert.title)}
      </p>
      <dl>
        {compareFacts(own, advert).map(({ label, value, differs }) => (
          <div key={label}>
            <dt className="visually-hidden">{label}</dt>
            <dd>
              {differs ? <mark>{value}</mark> : value}
              {differs && <span className="visually-hidden"> (differs)</span>}
            </dd>
          </div>
        ))}
      </dl>
      {other && (
        <>
          <p className="muted">{wordSame(other)}</p>
          <p>
            <RecordLink to={openingDetails(search, advert.id)} opens="details">
              All details
            </RecordLink>
          </p>
        </>
      )}
      {children}
    </li>
  )
}

interface CardProps {
  /** The advert of the listing itself. */
  own: GroupAdvert
  advert: GroupAdvert
  /** `advert`, unless it is the listing's own. */
  other?: OtherAdvert
  children?: ReactNode
}
