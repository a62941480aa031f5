'use client'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { showDateTime } from '@/components/ui/time-text'
import type { VerbAction } from '@/components/verb/use-verbs'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'

/** The reason why nothing can be written here: nobody or somebody else has the order. */
export function HoldNotice({
  order,
  next,
}: {
  order: Pick<OrderHeader, 'claimedBy' | 'claimedByName' | 'claimedAt'>
  next: VerbAction | undefined
}) {
  const t = useT()
  const { claimedBy, claimedByName, claimedAt } = order
  return (
    <Notice tone="waiting">
      <span>
        {claimedBy === null
          ? t('review.free')
          : t('review.heldBy', {
              name: claimedByName ?? '',
              time: claimedAt === null ? '' : showDateTime(claimedAt),
            })}
      </span>
      {claimedBy !== null && next && (
        <ActionButton size="small" busy={next.busy} onClick={next.run}>
          {next.label}
        </ActionButton>
      )}
    </Notice>
  )
}
