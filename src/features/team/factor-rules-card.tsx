import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeFactorRule, listFactorRules } from '#src/api/team/team-api.ts'
import { ROLE_LABELS } from '#src/domain/team/role-labels.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { describeTeamFailure } from './use-team.ts'

interface FactorRulesCardProps {
  /** False if the team could not be read. The page shows that error, so the card does not show its own read error. */
  isTeamRead: boolean
}

/** Shows which roles need a second factor, and lets an owner change this. */
export function FactorRulesCard({ isTeamRead }: FactorRulesCardProps) {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'factor-rules']
  const { data: rules, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listFactorRules(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: changeFactorRule,
    // Reload after a refusal too: the rules may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  const failure = change.error ?? (isTeamRead ? error : null)
  if (!rules && !error) return <LoadingPart>Loading the rules...</LoadingPart>
  return (
    <Card as="section" aria-labelledby="factor-rules-title">
      <h3 className="section-title team-title" id="factor-rules-title">
        Two-step sign-in
      </h3>
      <p className="panel muted">
        Roles that need it sign in with an authenticator app or a passkey. People with neither set
        up an app at their next sign-in.
      </p>
      {failure && <Notice tone="negative">{describeTeamFailure(failure)}</Notice>}
      <ul className="team-list">
        {rules?.map(({ role, isRequired }) => (
          <li key={role} className="team-row">
            <strong>{ROLE_LABELS[role]}</strong>
            <p className="muted">{isRequired ? 'Required' : 'Optional'}</p>
            <div className="team-actions">
              <Button
                busy={change.isPending && change.variables.role === role}
                aria-label={
                  isRequired
                    ? `Make it optional for the role ${ROLE_LABELS[role]}`
                    : `Require it of the role ${ROLE_LABELS[role]}`
                }
                onClick={() => change.mutate({ role, isRequired: !isRequired })}
              >
                {isRequired ? 'Make optional' : 'Require'}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
