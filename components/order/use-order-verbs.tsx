'use client'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import { useVerbs, type Verbs } from '@/components/verb/use-verbs'
import { type Verb, verb } from '@/components/verb/verb'
import { callOptions } from '@/lib/client/options'
import { reviewHref } from '@/lib/client/review-places'
import { applications, type OrderRow } from '@/lib/domains/orders/contract'
import { type ReviewStage, reviewStages, stageOf } from '@/lib/domains/orders/rules/order-states'
import { products } from '@/lib/domains/products/contract'
import { reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { OrderLead } from './order-lead'
import { useOrderPermits } from './use-order-permits'

/** Everything that a verb needs of an order: rows and headers have it. */
export type OrderRef = Pick<
  OrderRow,
  'id' | 'rowVersion' | 'orderNo' | 'customerName' | 'status' | 'claimedBy'
>

type OrderVerb = 'submitPre' | 'copy' | 'claim' | 'unclaim' | 'void' | 'transfer' | 'assign'

const idOf = ({ id: orderId }: OrderRef) => ({ orderId })

/** The colleagues of the stage that the order is in, without who has it. */
const colleaguesOf = ({ status, claimedBy }: OrderRef) => {
  const stage = stageOf(status)
  return callOptions(products.staff, { permission: stage && reviewStages[stage].claim }, (staff) =>
    staff
      .filter(({ id }) => id !== claimedBy)
      .map(({ id, name, account }) => ({ value: String(id), label: `${name}（${account}）` })),
  )
}

/** To whom an order is handed. */
const handing = {
  fields: {
    userId: { kind: 'select', label: 'verbs.transferTo', required: true, options: colleaguesOf },
  },
  input: (order: OrderRef, { userId }: { userId: string }) => ({ ...idOf(order), userId: Number(userId) }),
} as const

/**
 * Everything that is done to orders from lists and pages.
 *
 *     const verbs = useOrderVerbs(['submitPre', 'void', 'copy'])
 *     <ListScreen list={intakes} verbs={verbs} />
 *
 * @param names those that the page offers, in their order
 * @param openReview how a claimed order is opened, where that is not a tab beside this one
 */
export function useOrderVerbs<N extends OrderVerb>(
  names: readonly N[],
  openReview?: OpenReview,
): Verbs<OrderRef, N> {
  const t = useT()
  const router = useRouter()
  const may = useOrderPermits()
  const review = useOpenReview(openReview)
  const about = {
    name: ({ customerName, orderNo }: OrderRef) => `${customerName} ${orderNo}`,
    words: ({ customerName: name, orderNo }: OrderRef) => ({ name, orderNo }),
    lead: (order: OrderRef) => <OrderLead order={order} />,
  }
  const all: Readonly<Record<OrderVerb, Verb<OrderRef>>> = {
    submitPre: verb(applications.submitPre, {
      ...about,
      label: 'machine.event.submit_pre',
      main: true,
      permit: (order) => may.event('submit_pre', order),
      ask: 'verbs.submitQuestion',
      input: idOf,
      // The rules of PRE_CHECK may refuse the order on its way into the pool (T07).
      done: ({ status }, { orderNo }) => {
        if (status === 'pre_rejected') toast.error(t('verbs.rejected', { orderNo }))
        else toast.success(t('verbs.submitted', { orderNo }))
      },
    }),
    copy: verb(applications.copy, {
      ...about,
      label: 'verbs.copy',
      permit: () => may.create(),
      input: idOf,
      done: ({ orderId, orderNo }) => {
        toast.success(t('verbs.copied', { orderNo }))
        router.push(href('intakeForm', { orderId }))
      },
    }),
    claim: verb(reviews.claim, {
      ...about,
      label: 'machine.event.claim',
      main: true,
      permit: (order) => may.event('claim', order),
      input: idOf,
      done: ({ status }, { id }) => review({ id, status }),
    }),
    unclaim: verb(reviews.unclaim, {
      ...about,
      label: 'machine.event.unclaim',
      permit: (order) => may.event('unclaim', order),
      input: idOf,
      done: 'verbs.unclaimed',
    }),
    void: verb(applications.void, {
      ...about,
      label: 'machine.event.void',
      tone: 'danger',
      permit: (order) => may.event('void', order),
      ask: 'verbs.voidTitle',
      note: 'verbs.voidNote',
      // For a reason (T34).
      fields: {
        reason: {
          kind: 'text',
          label: 'verbs.voidReason',
          required: 'machine.guard.voidReason',
          maxLength: 200,
        },
      },
      input: (order, { reason }) => ({ ...idOf(order), reason }),
      done: 'verbs.voided',
    }),
    // One call, two words: who has an order passes it on, what nobody has is handed out.
    transfer: verb(reviews.transfer, {
      ...about,
      ...handing,
      label: 'verbs.transfer',
      of: ({ claimedBy }) => claimedBy !== null,
      permit: (order) => may.transfer(order),
      ask: 'verbs.transferTitle',
      many: 'verbs.transferMany',
      done: 'verbs.transferred',
    }),
    assign: verb(reviews.transfer, {
      ...about,
      ...handing,
      label: 'verbs.assign',
      of: ({ claimedBy }) => claimedBy === null,
      permit: (order) => may.transfer(order),
      ask: 'verbs.assignTitle',
      many: 'verbs.assignMany',
      done: 'verbs.assigned',
    }),
  }
  return useVerbs<OrderRef, N>(
    Object.fromEntries(names.map((name) => [name, all[name]])) as Record<N, Verb<OrderRef>>,
  )
}

/** 领取下一单: claims the order that has waited longest in a pool and opens it. There is no row before. */
export function useClaimNext(stage: ReviewStage, openReview?: OpenReview) {
  const t = useT()
  const review = useOpenReview(openReview)
  const verbs = useVerbs({
    next: verb(reviews.claimNext, {
      label: 'review.next',
      name: (_none: object) => '',
      input: () => ({ stage }),
      done: (claimed) => {
        if (claimed) review({ id: claimed.orderId, status: claimed.status })
        else toast.info(t(`review.${stage}.noneLeft`))
      },
    }),
  })
  return verbs.of(nothing)[0]
}

const nothing = {}

type OpenReview = (order: { id: number; status: string }) => void

function useOpenReview(open?: OpenReview): OpenReview {
  const router = useRouter()
  return open ?? ((order) => router.push(reviewHref(order)))
}
