'use client'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { copyValues } from '@/components/form/copy-values'
import type { Draft } from '@/components/form/use-draft'
import { useEventId } from '@/components/form/use-event-id'
import type { Submission } from '@/components/form/use-submission'
import { useApiMutation } from '@/lib/client/query'
import { applications } from '@/lib/contracts/applications'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { IntakeValues } from '@/lib/rules/order-entry/intake'

export type SavedOrder = { id: number; orderNo: string }
type Saved = OutputOf<typeof applications.saveIntake>
type IntakeFormApi = UseFormReturn<IntakeValues, unknown, IntakeValues>

/**
 * Saving an intake. The first save makes the order, under the form that is being filled in: whatever is typed while
 * it is on its way stays and is saved next.
 *
 * @param order the order, once there is one
 * @param onMade hears of a new order as soon as there is one
 */
export function useIntakeSaving({
  form,
  order,
  draft,
  submission,
  onMade,
}: {
  form: IntakeFormApi
  order: SavedOrder | null
  draft: Draft
  submission: Submission
  onMade: (order: SavedOrder) => void
}) {
  const save = useApiMutation(applications.saveIntake)
  // A save whose answer got lost is repeated under the same id and cannot make a second order.
  const eventIdFor = useEventId()
  const making = useRef<Promise<number | null> | null>(null)

  /** Saves what is in the form; a failure rejects. */
  const persist = async (): Promise<Saved> => {
    const values = copyValues(form.getValues())
    const content = { orderId: order?.id, rowVersion: order ? draft.baseVersion : undefined, values }
    const saved = await save.mutateAsync({ ...content, eventId: eventIdFor(content) })
    // From here on drafts are the order's: nothing typed from now on may land in that of a new intake.
    if (!order) flushSync(() => onMade({ id: saved.orderId, orderNo: saved.orderNo }))
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

  return { persist, makeOrder }
}
