'use client'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useTabLocation } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import { type MessagePage, messagePages } from '@/lib/platform/messages/rules/messages'
import { matchRoute } from '@/lib/routes'
import type { RemindedOrder } from './reminder-dialog'

// Parts that open on a click are loaded with it.
const ReminderDialog = lazyPart(() => import('./reminder-dialog'))

/** 设置提醒: on every page of an order; the message leads back to the page it was set on. */
export function ReminderButton({ order }: { order: RemindedOrder }) {
  const t = useT()
  const { path } = useTabLocation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('verbs.remind')}</ActionButton>
      {open && <ReminderDialog order={order} opens={pageAt(path)} onClose={() => setOpen(false)} />}
    </>
  )
}

const pageAt = (path: string): MessagePage =>
  messagePages.find((page) => page === matchRoute(path)?.route.key) ?? 'entryDetails'
