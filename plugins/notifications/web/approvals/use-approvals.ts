import { useChanges, useClient, useIdentity, useIsLive, useQuery, useSignal, useSlot, useText, type Extension } from '@portico/core/web'
import { notificationsChannel } from '@portico/notifications/common'
import { useDate, useLocale } from '@portico/ui'
import { approvalSources, type ApprovalSource } from '../slots.ts'

const pollMs = 10_000

/** The slot is the same for as long as the portal is open, and with it the number of hooks. */
export function useApprovals(plugin?: string) {
  return useSlot(approvalSources)
    .filter(({ id }) => plugin === undefined || id === plugin)
    .map(useSource)
}

export type Approvals = ReturnType<typeof useSource>

function useSource({ id, item }: Extension<ApprovalSource>) {
  const text = useText()
  const date = useDate()
  const locale = useLocale()
  const client = useClient()
  const { ownershipEntityRefs } = useIdentity()
  const { data, error, refetch } = useQuery({
    // A decision invalidates what was read from its plugin, and so this list.
    queryKey: [id, 'waiting for the user', ownershipEntityRefs, locale],
    queryFn: () => item.find({ client, ownershipEntityRefs, text, date }),
    refetchInterval: useIsLive() ? false : pollMs,
  })
  const readAgain = () => void refetch()
  useSignal(notificationsChannel, { onMessage: readAgain, onGap: readAgain })
  useChanges(item.channel, readAgain, { minIntervalMs: 1000 })
  return { id, item, found: data, error: data ? undefined : (error ?? undefined), retry: readAgain }
}
