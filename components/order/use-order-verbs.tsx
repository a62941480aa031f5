'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { messageOf } from '@/lib/client/funnel'
import { keyOf } from '@/lib/client/query'
import { applications, type OrderRow } from '@/lib/contracts/applications'
import type { ActionOf, Endpoint, OutputOf } from '@/lib/contracts/endpoint'
import { home } from '@/lib/contracts/home'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/** What a verb needs of an order: rows and headers have it. */
export type OrderRef = Pick<
  OrderRow,
  'id' | 'rowVersion' | 'orderNo' | 'customerName' | 'status' | 'claimedBy'
>

const dialogs = {
  void: lazyPart(() => import('./void-dialog'), ['forms']),
  transfer: lazyPart(() => import('./transfer-dialog'), ['forms']),
}

/** Every read that an order stands in. */
const reads: readonly Endpoint[] = [
  applications.intakeList,
  applications.query,
  applications.history,
  applications.get,
  applications.progress,
  reviews.preList,
  reviews.getPre,
  home.examine,
  home.list,
  home.getHomePageInfo,
  home.datumInfo,
]

export type OrderVerbs = {
  submitPre: (order: OrderRef) => Promise<void>
  copy: (order: OrderRef) => Promise<void>
  /** Claims the order and opens it. */
  claim: (order: OrderRef) => Promise<void>
  /** Claims the order that has waited longest and opens it. */
  claimNext: () => Promise<void>
  unclaim: (order: OrderRef) => Promise<void>
  void: (order: OrderRef) => void
  transfer: (order: OrderRef) => void
  /** One of them is under way. */
  busy: boolean
  /** The dialog that is open; the screen places it anywhere. */
  dialog: ReactNode
}

/**
 * What is done to orders from lists and pages. Whatever the answer is, lists and pages read again: a refused claim
 * means that the list is old.
 *
 *     const verbs = useOrderVerbs()
 *     <ActionButton permit={may.event('void', order)} onClick={() => verbs.void(order)}>…</ActionButton>
 *     {verbs.dialog}
 *
 * @param openReview how a claimed order is opened, where that is not a tab beside this one
 */
export function useOrderVerbs(openReview?: (orderId: number) => void): OrderVerbs {
  const t = useT()
  const confirm = useConfirm()
  const router = useRouter()
  const client = useQueryClient()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ verb: keyof typeof dialogs; order: OrderRef } | null>(null)

  const readAgain = () => {
    for (const read of reads) void client.invalidateQueries({ queryKey: keyOf(read) })
  }
  /** One at a time: the second of two clicks is the same action. */
  const act = async <E extends Endpoint>(
    endpoint: E,
    input: ActionOf<E>,
    onDone: (output: OutputOf<E>) => void,
  ) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      onDone(await call(endpoint, input))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The funnel leaves 400 to the form that asked; here there is none.
      if (error.status === 400) toast.error(messageOf(error), error.id)
    } finally {
      running.current = false
      setBusy(false)
      readAgain()
    }
  }
  const versionOf = ({ id: orderId, rowVersion }: OrderRef) => ({ orderId, rowVersion })
  const review = openReview ?? ((orderId: number) => router.push(href('preReview', { orderId })))

  const Asked = asked && dialogs[asked.verb]
  return {
    submitPre: async (order) => {
      const { orderNo, customerName: name } = order
      const question = { message: t('verbs.submitQuestion', { name, orderNo }) }
      if (!(await confirm({ ...question, ok: t('machine.event.submit_pre') }))) return
      await act(applications.submitPre, versionOf(order), ({ status }) => {
        if (status === 'pre_rejected') toast.error(t('verbs.rejected', { orderNo }))
        else toast.success(t('verbs.submitted', { orderNo }))
      })
    },
    copy: ({ id: orderId }) =>
      act(applications.copy, { orderId }, (made) => {
        toast.success(t('verbs.copied', { orderNo: made.orderNo }))
        router.push(href('intakeForm', { orderId: made.orderId }))
      }),
    claim: ({ id: orderId }) => act(reviews.claim, { orderId }, () => review(orderId)),
    claimNext: () =>
      act(reviews.claimNext, {}, (claimed) => {
        if (claimed) review(claimed.orderId)
        else toast.info(t('review.noneLeft'))
      }),
    unclaim: (order) =>
      act(reviews.unclaim, versionOf(order), () =>
        toast.success(t('verbs.unclaimed', { orderNo: order.orderNo })),
      ),
    void: (order) => setAsked({ verb: 'void', order }),
    transfer: (order) => setAsked({ verb: 'transfer', order }),
    busy,
    dialog: asked && Asked && (
      <Asked
        order={asked.order}
        onEnd={() => {
          setAsked(null)
          readAgain()
        }}
      />
    ),
  }
}
