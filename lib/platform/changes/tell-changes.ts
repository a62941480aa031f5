import { holdersOf } from '../../domains/orders/service/holders.ts'
import { say } from '../../i18n/say.ts'
import { publish } from '../live-events.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { type ChangeKind, changePages, changeRules } from './rules/pending-change.ts'
import type { pendingChange } from './table.ts'

/** Those hear of a change who may check it, by their open pages, and whoever made it, when nothing came of it. */

type Change = typeof pendingChange.$inferSelect

/**
 * Something of a kind waits, or waits no longer: whoever checks it, and who made it, sees so without a reload. Whoever
 * did it has it from his own call.
 */
export async function showChange(
  kind: ChangeKind,
  { makers = [], orderId }: { makers?: readonly number[]; orderId?: number | null | undefined },
  by: number,
): Promise<void> {
  const userIds = new Set([...(await holdersOf(changeRules[kind].check, orderId ?? undefined)), ...makers])
  userIds.delete(by)
  await publish({ userIds: [...userIds], type: 'records', data: { of: 'change' } })
}

/** The notice of a payment about itself when it goes back names it by its number (releases/release-changes.ts). */
const toldByItself: readonly ChangeKind[] = ['release', 'bankResult', 'payee']

/** Whoever made it hears that it is not done, and why. */
export async function tellMaker(
  { kind, title, orderId, madeBy }: Change,
  { state, reason, by, at }: { state: 'refused' | 'expired'; reason: string; by: number; at: string },
): Promise<void> {
  if (toldByItself.includes(kind)) return
  await sendMessages([
    {
      kind: 'notice',
      userId: madeBy,
      createdAt: at,
      createdBy: by,
      ...(orderId !== null && { orderId, opens: changePages[kind] }),
      title: say(`changes.told.${state}`, { kind: say(`changes.kinds.${kind}`), title }),
      body: reason,
    },
  ])
}
