import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readPushState, subscribeDevice, unsubscribeDevice } from '#src/api/account/message-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { useUserId } from '#src/session/use-session.ts'
import { findSubscription, NotifyRefusal, subscribeBrowser } from './browser-push.ts'

const UNAVAILABLE = 'This site cannot send notifications yet. Its operators can turn them on.'

/** Notifications on this device. They are on if both the server and the browser have the subscription. */
export function useNotifications() {
  const client = useQueryClient()
  const queryKey = ['found', useUserId(), 'push']
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { publicKey, isOn } = await readPushState(signal)
      const isAvailable = publicKey !== null
      return { isAvailable, isOn: isOn && (await findSubscription(publicKey)) !== null }
    },
    staleTime: 0,
    gcTime: 0,
  })
  const turning = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
  const failure = turning.error ?? error
  return {
    isOn: turning.isPending ? turning.variables : (data?.isOn ?? false),
    problem: data?.isAvailable === false ? UNAVAILABLE : failure && describe(failure),
    turn: (isOn: boolean) => turning.mutate(isOn),
  }
}

function describe(failure: Error): string {
  return failure instanceof NotifyRefusal ? failure.message : describeOnlineFailure(failure)
}

async function turnOn(): Promise<void> {
  // Asks for the permission before any request is sent, because browsers ask only in response to a click.
  const makeSubscription = await subscribeBrowser()
  const { publicKey } = await readPushState()
  if (publicKey === null) throw new NotifyRefusal(UNAVAILABLE)
  try {
    await subscribeDevice(await makeSubscription(publicKey))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'endpoint-taken')) throw error
    // The browser's subscription is of another person, whose sign-out never reached the server. Ending it silences the
    // browser for them, and this person gets one of their own.
    await (await findSubscription(null))?.unsubscribe()
    await subscribeDevice(await makeSubscription(publicKey))
  }
}

async function turnOff(): Promise<void> {
  await unsubscribeDevice()
  await (await findSubscription(null))?.unsubscribe()
}
