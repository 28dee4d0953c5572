import { Link } from 'react-router-dom'
import { OWN_ACCOUNT, sectionPath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { useSession } from '#src/session/use-session.ts'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Shows when the account will be deleted, with a link to the page where the person can cancel the deletion. */
export function DeletionNotice({ dueAt }: { dueAt: string }) {
  const accountPath = useSession()?.isOperator ? sectionPath('account') : OWN_ACCOUNT
  return (
    <Notice tone="caution" action={<Link to={accountPath}>Keep my account</Link>}>
      {`Your account will be deleted on ${formatDateTime(dueAt)}.`}
    </Notice>
  )
}
