import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { changeMentionMail, readMentionMail } from '#src/api/team/mentions-api.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** Whether the person is mailed when a colleague mentions them in a note. */
export function MentionMailSection() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'mention-mail']
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMentionMail(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const turning = useMutation({
    mutationFn: changeMentionMail,
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  const failure = turning.error ?? error
  return (
    <section className="section" aria-labelledby="mention-mail-title">
      <h3 id="mention-mail-title" className="section-title">
        Mentions
      </h3>
      {failure && <Notice tone="negative">{describeOnlineFailure(failure)}</Notice>}
      {data && (
        <Card className="panel stack">
          <Switch
            label="Mail me when somebody mentions me"
            hint="At most one mail an hour: who mentioned you, about what, and a link. Never the note itself."
            isOn={turning.isPending ? turning.variables : data.isOn}
            onSwitch={(isOn) => turning.mutate(isOn)}
          />
          {!data.isAvailable && (
            <Notice tone="caution">
              This server sends no mails. Your mentions are in the inbox.
            </Notice>
          )}
        </Card>
      )}
    </section>
  )
}
