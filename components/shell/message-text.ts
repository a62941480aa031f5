import { showDateTime } from '@/components/ui/time-text'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import type { T } from '@/lib/i18n/translator'
import { changes } from '@/lib/platform/changes/contract'
import type { Message } from '@/lib/platform/messages/contract'
import type { MessageKind, MessagePage } from '@/lib/platform/messages/rules/messages'
import { href } from '@/lib/routes'

/** Everything that a tab of the panel and the message centre have of a message: each kind has fields of its own. */
export type AnyMessage = Pick<Message, 'id' | 'createdAt' | 'readAt' | 'opens' | 'orderId'> & Partial<Message>

/** The words of a message: what it is called, and what it says. */
export function messageText(
  kind: MessageKind,
  { title = '', body = '', client_name, document_id, next_time, mobile, totalmsg }: AnyMessage,
  t: T,
): { title: string; body: string } {
  const facts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' · ')
  switch (kind) {
    case 'notice':
      return { title, body }
    case 'remind':
      return {
        title: facts(client_name, document_id),
        body: facts(next_time && t('messages.nextTime', { time: showDateTime(next_time) }), body),
      }
    case 'official':
      return { title: facts(client_name, mobile), body: t('messages.messageCount', { count: totalmsg ?? 0 }) }
  }
}

/** Forms, and what shows the same order to those who may not fill them in. */
const forms: Partial<Record<MessagePage, { needs: Permission; otherwise: MessagePage }>> = {
  intakeForm: { needs: 'order:create', otherwise: 'intakeDetails' },
  entryStandard: { needs: 'order:entry', otherwise: 'entryDetails' },
  preReview: { needs: 'order:decide_pre', otherwise: 'reviewProgress' },
}

/** Lists that show what they have of the order: their tab is their own, not the order's. */
const lists: readonly MessagePage[] = ['dueDiligence', 'contractSms']

/** The destination of a click on a message; undefined where there is nothing but the message. */
export function messageHref(
  { opens, orderId }: AnyMessage,
  can: (permission: Permission) => boolean,
): string | undefined {
  // Before his first day a deputy may not open it.
  if (opens === 'deputies') return changes.setDeputy.access.some((one) => can(one)) ? href(opens) : undefined
  if (opens === 'ownExports') return href(opens)
  if (opens === 'insuranceMaterials') return href(opens, { renewal: 'due', setStatus: 'all' })
  if (!opens || orderId === null) return undefined
  if (lists.includes(opens)) return href(opens, { order: orderId })
  const form = forms[opens]
  return href(form && !can(form.needs) ? form.otherwise : opens, { orderId })
}
