import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import {
  createWebhook,
  deleteWebhook,
  endWebhookRotation,
  listWebhooks,
  rotateWebhookSecret,
  tellWebhook,
} from '#src/api/team/webhooks-api.ts'
import type { NewWebhook } from '#src/domain/webhook.ts'
import { useUserId } from '#src/session/use-session.ts'

export type WebhookAction =
  | { kind: 'create'; wanted: NewWebhook }
  | { kind: 'rotate' | 'end-rotation' | 'pause' | 'resume' | 'test' | 'delete'; id: string }

/** The webhooks as the server has them, and an owner's actions on them. `isBusy` is true while one runs. */
export function useWebhooks() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'webhooks']
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listWebhooks(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const acting = useMutation({
    mutationFn: perform,
    // Reload after a refusal too: the webhooks on the screen and their delivery logs may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
    gcTime: 0,
  })
  const failed = acting.error ?? error
  return {
    webhooks: data,
    failure: failed && describeOnlineFailure(failed),
    /** The server's error messages by field name. */
    refusedFields: acting.error instanceof ApiError ? acting.error.fields : {},
    /** The secret that was just created, until the next action. */
    secret: acting.data ?? null,
    isBusy: acting.isPending,
    /** Resolves to whether the action succeeded; if not, `failure` says why. */
    act: (action: WebhookAction): Promise<boolean> =>
      acting.mutateAsync(action).then(
        () => true,
        () => false,
      ),
  }
}

/** Returns a new secret; null if the action creates none. */
async function perform(action: WebhookAction): Promise<string | null> {
  switch (action.kind) {
    case 'create':
      return createWebhook(action.wanted)
    case 'rotate':
      return rotateWebhookSecret(action.id)
    case 'end-rotation':
      await endWebhookRotation(action.id)
      return null
    case 'delete':
      await deleteWebhook(action.id)
      return null
    default:
      await tellWebhook(action.id, action.kind)
      return null
  }
}
