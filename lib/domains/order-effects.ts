import { cancelCapitalOrder } from './capital/service/cancel.ts'
import { requireFunder } from './capital/service/require-funder.ts'
import { takeEnteredCard } from './cards/service/entered-card.ts'
import { voidContracts } from './contracts/service/void-contracts.ts'
import { requireNoDevices } from './gps/service/devices.ts'
import { returnGps } from './gps/service/fitting.ts'
import { endFormerPapers } from './materials/service/former-papers.ts'
import { writeOrderKeys } from './relations/service/order-keys.ts'
import { requireUndisputed } from './releases/service/release-record.ts'
import { runScene } from './risk/service/run-scene.ts'
import { tellOfVoidOrder } from './underwriting/service/tell-submitter.ts'
import { draftBecame } from './workspace/service/drafts.ts'

/**
 * The domains above orders have their say when an order is taken in, submitted or ends: the verbs of orders know them by
 * these names alone.
 */
export const orderEffects = {
  /** An intake that is saved: its draft is an order now, and its numbers can be found. */
  draftBecame,
  writeOrderKeys,

  /** T02. */
  runScene,

  /** T08: what refuses, and what follows from another car, funder or card. */
  requireFunder,
  requireNoDevices,
  takeEnteredCard,
  endFormerPapers,

  /** T34: what refuses, and what ends with the order. */
  requireUndisputed,
  voidContracts,
  tellOfVoidOrder,
  returnGps,
  cancelCapitalOrder,
}
