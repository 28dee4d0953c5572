import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getMemberDeletion,
  keepMember,
  requestMemberDeletion,
} from '#src/api/account/deletion-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Requests or cancels the deletion of a member's account, when the member asks for it. */
export function MemberDeletion({ id, name }: { id: string; name: string }) {
  const { deletion, problem, isBusy, request, keep } = useMemberDeletion(id)
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="section" aria-labelledby="member-deletion-title">
      <h3 id="member-deletion-title" className="section-title">
        Delete account
      </h3>
      {problem && <Notice tone="caution">{problem}</Notice>}
      {deletion && <p>{`The account will be deleted on ${formatDateTime(deletion.dueAt)}.`}</p>}
      <div className="row">
        {deletion && (
          <Button size="small" busy={isBusy} onClick={keep}>
            Cancel the deletion
          </Button>
        )}
        {deletion === null && (
          <Button size="small" busy={isBusy} onClick={() => setAsking(true)}>
            Delete at the user's request
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Delete the account of ${name}?`}
        confirmLabel="Delete"
        tone="danger"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          request()
        }}
      >
        <p>
          Do this only when the user asks for it. They get a mail and can keep the account for{' '}
          {DELETION_DAYS} days.
        </p>
      </ConfirmDialog>
    </section>
  )
}

function useMemberDeletion(id: string) {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'deletion', id]
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getMemberDeletion(id, signal),
    staleTime: 0,
    gcTime: 0,
  })

  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setFailure(null)
    await work().catch(setFailure)
    // Reload after a refusal too: the shown state may be out of date.
    await client.invalidateQueries({ queryKey })
    setBusy(false)
  }

  const failed = failure ?? error
  return {
    deletion: data,
    problem: failed ? describeOnlineFailure(failed) : null,
    isBusy,
    request: () => void change(() => requestMemberDeletion(id)),
    keep: () => void change(() => keepMember(id)),
  }
}
