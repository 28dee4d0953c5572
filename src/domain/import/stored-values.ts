import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { wordField } from '#src/domain/posting/posting-words.ts'
import type { ImportField } from './import-file.ts'
import type { ImportItem } from './import-item.ts'

// Shows values of an import as they would be stored, with their units, so that a person sees what became of a cell.

const MOST_CHARS = 60 // enough to recognise a description
const UNITS: Readonly<Partial<Record<ImportField, string>>> = {
  area: ' sq ft',
  bhk: ' BHK',
  beds: ' beds',
  rent: ' / month',
}

/** '₹45,00,000', '980 sq ft', '2 photos: https://…'; null for an empty field. */
export function showStored(field: ImportField, item: Partial<ImportItem>): string | null {
  if (field === 'reference') return item.reference ?? null
  if (field === 'video') return item.video ? shorten(item.video) : null
  if (field === 'photos') return showPhotos(item.photos ?? [])
  const { reference: _, photos: __, video: ___, ...fields } = item
  const draft: PostingDraft = { ...EMPTY_DRAFT, ...fields, media: [] }
  const words = wordField(field, draft)
  return words === null ? null : `${shorten(words)}${UNITS[field] ?? ''}`
}

export function shorten(text: string): string {
  const chars = [...text.replace(/\s+/g, ' ')] // whole characters, so that none is cut in half
  return chars.length > MOST_CHARS ? `${chars.slice(0, MOST_CHARS).join('')}…` : chars.join('')
}

function showPhotos(photos: readonly string[]): string | null {
  const [first] = photos
  if (first === undefined) return null
  return photos.length === 1 ? shorten(first) : `${photos.length} photos: ${shorten(first)}`
}
