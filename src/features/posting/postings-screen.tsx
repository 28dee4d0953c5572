import { useSheetAddress } from '#src/ui/dialog/use-sheet-address.ts'
import { PostingList } from './posting-list.tsx'
import { PostingWizard } from './posting-wizard.tsx'
import './postings.css'

/** An owner's listings, or the wizard for one of them. */
export function PostingsScreen() {
  const sheet = useSheetAddress()
  if (sheet.openId === null) return <PostingList onEdit={sheet.open} />
  return <PostingWizard key={sheet.openId} id={sheet.openId} onClose={sheet.close} />
}
