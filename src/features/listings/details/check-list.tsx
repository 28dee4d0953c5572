import './check-list.css'
import {
  AtSignIcon,
  FilmIcon,
  ImagesIcon,
  IndianRupeeIcon,
  type LucideIcon,
  MapPinIcon,
  PhoneIcon,
  TriangleAlertIcon,
  TypeIcon,
  UserXIcon,
} from 'lucide-react'
import type { ShownCheck } from '#src/api/posting/submission-api.ts'
import type { SubmissionCheckCode } from '#src/domain/listing/submission-check.ts'
import { displayName } from '#src/domain/text.ts'
import { openingDetails, usePageSearch } from '#src/ui/address/page-search.ts'
import { RecordLink } from '#src/ui/record/record-link.tsx'

/** The server's hints for a review. A hint about another owner links to a listing of theirs. */
export function CheckList({ checks, headingLevel: Heading }: CheckListProps) {
  const search = usePageSearch()
  return (
    <section className="check-list" aria-label="Checks">
      <Heading className="section-title">Checks</Heading>
      <ul>
        {checks.map(({ code, sentence, listing }) => {
          const Icon = (code && ICONS[code]) ?? TriangleAlertIcon
          return (
            <li key={`${code} ${sentence} ${listing?.id}`}>
              <Icon size={16} />
              <span>
                <span>{listing ? `${sentence} ` : sentence}</span>
                {listing && (
                  <RecordLink to={openingDetails(search, listing.id)} opens="details">
                    {displayName(listing.title)}
                  </RecordLink>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface CheckListProps {
  checks: readonly ShownCheck[]
  headingLevel: 'h3' | 'h4'
}

const ICONS: Record<SubmissionCheckCode, LucideIcon> = {
  'no-title': TypeIcon,
  'no-owner': UserXIcon,
  'unusual-price': IndianRupeeIcon,
  'phone-in-text': PhoneIcon,
  'email-in-text': AtSignIcon,
  'same-photo': ImagesIcon,
  'same-video': FilmIcon,
  'same-phone': PhoneIcon,
  'same-place': MapPinIcon,
}
