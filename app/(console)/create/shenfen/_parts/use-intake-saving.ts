'use client'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { copyValues } from '@/components/form/copy-values'
import type { Draft } from '@/components/form/draft'
import type { Submission } from '@/components/form/use-submission'
import { useApiMutation } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import type { IntakeValues } from '@/lib/domains/orders/rules/entry/intake'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

/** An order that a form has made, named as its tab is. */
export type SavedOrder = { id: number; orderNo: string; customerName?: string }
type Saved = OutputOf<typeof applications.saveIntake>
type IntakeFormApi = UseFormReturn<IntakeValues, unknown, IntakeValues>

/**
 * Saving an intake. The first save makes the order, under the form that is being filled in: whatever is typed while
 * it is on its way stays and is saved next.
 *
 * @param order the order, once there is one; it is made of its draft, so that no other window makes another one of it
 * @param onMade hears of a new order as soon as there is one
 */
export function useIntakeSaving({
  form,
  order,
  draftNo,
  draft,
  submission,
  onMade,
}: {
  form: IntakeFormApi
  order: SavedOrder | null
  /** The number of a new intake's draft. */
  draftNo: string | null
  draft: Draft
  submission: Submission
  onMade: (order: SavedOrder) => void
}) {
  const save = useApiMutation(applications.saveIntake)
  // A save whose answer got lost is repeated under the same id and cannot make a second order.
  const making = useRef<Promise<number | null> | null>(null)
  const flight = useRef<Promise<unknown>>(undefined)

  /** Saves what is in the form; a failure rejects. */
  const persist = (): Promise<Saved> => {
    const saving = store()
    flight.current = saving.catch(() => undefined)
    return saving
  }
  const store = async (): Promise<Saved> => {
    const values = copyValues(form.getValues())
    const content = order
      ? { orderId: order.id, rowVersion: draft.baseVersion, values }
      : { draftNo: draftNo ?? undefined, values }
    const saved = await save.mutateAsync(content)
    // From here on drafts are the order's: nothing typed from now on may land in that of a new intake.
    if (!order) {
      const { orderId: id, orderNo } = saved
      flushSync(() => onMade({ id, orderNo, customerName: values.customer.name }))
    }
    await draft.settle(values, saved.rowVersion)
    return saved
  }

  /** The order, made silently when there is none; null when that fails. Several at once are one. */
  const makeOrder = (): Promise<number | null> => {
    const make = async () => {
      let id: number | null = null
      await submission.run(async () => {
        id = (await persist()).orderId
      })
      return id
    }
    making.current ??= make().finally(() => {
      making.current = null
    })
    return making.current
  }

  return {
    persist,
    makeOrder,
    /** Nothing is on its way to be saved, when this is over. */
    rest: async () => {
      await flight.current
    },
  }
}
