import { audit } from '../../../platform/audit.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { requireFewThisHour } from '../../../platform/hour-limit.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import type { Contracts } from '../../endpoints.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import { orderEffects } from '../../order-effects.ts'
import { quoteView } from '../contract.ts'
import { copyOrder } from './copy-order.ts'
import { countFormerOrders, hasLiveOrder, isBlacklisted } from './duplicates.ts'
import { explainQuote } from './explain-quote.ts'
import { entryOf, hasEntry, intakeOf } from './form-values.ts'
import { formerOrder } from './former-order.ts'
import { exportHistory, history } from './list-history.ts'
import { allOrders, entryQueue, intakes, orderFiles, orderGroups } from './list-orders.ts'
import { openEntryForm, openIntakeForm } from './open-forms.ts'
import { milestonesOf } from './order-milestones.ts'
import { readQuote } from './order-quote.ts'
import { findOrder, readHeader, readLinkedPersons, readProgress, readRisks } from './read-order.ts'
import { readTrail } from './read-trail.ts'
import { saveEntry } from './save-entry.ts'
import { saveIntake } from './save-intake.ts'
import { submitFirst } from './submit-first.ts'
import { submitPre } from './submit-pre.ts'
import { voidOrder } from './void-order.ts'

const files: typeof orderFiles & { pre: typeof orderEffects.exportPrePool } = {
  ...orderFiles,
  pre: (input, call) => orderEffects.exportPrePool(input, call),
}

export const applicationHandlers: HandlersOf<Contracts['applications']> = {
  intakeList: intakes.page,
  entryQueue: entryQueue.page,
  query: allOrders.page,
  queryGroups: orderGroups,
  exportList: (input, call) => files[input.list](input, call),
  history: history.page,
  exportHistory,

  get: async ({ orderId }, call) => {
    const order = await findOrder(orderId, call)
    const progress = await readProgress(order)
    return {
      order: await readHeader(order),
      values: maskRecord(hasEntry(order) ? entryOf(order) : intakeOf(order)),
      linkedPersons: await readLinkedPersons(order),
      quote: await readQuote(order, call),
      approvedQuote: quoteView.parse(order.approvedQuote),
      materials: (await readMaterials(order.id)).items,
      risks: await readRisks(order),
      progress,
      milestones: milestonesOf(order, progress),
    }
  },

  progress: async ({ orderId }, call) => {
    const order = await findOrder(orderId, call)
    const steps = await readProgress(order)
    return { order: await readHeader(order), steps, milestones: milestonesOf(order, steps) }
  },

  explainQuote,

  trail: readTrail,

  getIntake: ({ orderId }, call) => openIntakeForm(orderId, call),
  getEntry: ({ orderId }, call) => openEntryForm(orderId, call),
  formerOrder,

  checkDuplicate: async ({ idNo, mobile, orderId }, call) => {
    // Leaving an order out tells whose it is, so it has to be one that the caller may see.
    if (orderId !== undefined) await findOrder(orderId, call)
    await requireFewThisHour('order.check_duplicate', call)
    const found = {
      live: await hasLiveOrder({ idNo }, orderId),
      black: await isBlacklisted({ idNo, mobile }, call.today),
      former: await countFormerOrders({ idNo }, call, orderId),
    }
    await audit({
      object: orderId === undefined ? 'application:new' : `application:${orderId}`,
      after: { idNo, mobile, ...found },
    })
    return found
  },

  saveIntake,
  submitPre,
  copy: copyOrder,
  void: voidOrder,
  saveEntry,
  submitFirst,
}
