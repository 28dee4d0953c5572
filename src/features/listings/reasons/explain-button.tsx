import type { Listing } from '#src/domain/listing/listing.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { Button } from '#src/ui/form/button.tsx'
import { useMayExplain } from './use-may-explain.ts'

/** Opens the reason sheet of a rejected listing. Renders nothing for other listings, or if no reason can be given. */
export function ExplainButton({ listing: { id, status } }: { listing: Listing }) {
  const mayExplain = useMayExplain()
  const { open } = useSheetUrl('reason')
  if (!mayExplain || status !== 'rejected') return null
  return (
    <Button size="small" onClick={() => open(id)}>
      Add reason
    </Button>
  )
}
