import { archiveVoided } from './archives/service/follow-order.ts'
import { cancelCapitalOrder } from './capital/service/cancel.ts'
import { requireFunder } from './capital/service/require-funder.ts'
import { takeEnteredCard } from './cards/service/entered-card.ts'
import { voidContracts } from './contracts/service/void-contracts.ts'
import { requireEnterprise } from './enterprises/service/require-enterprise.ts'
import { requireNoDevices } from './gps/service/devices.ts'
import { returnGps } from './gps/service/fitting.ts'
import { requireNoSnapshot } from './interviews/service/kept-snapshot.ts'
import { requireSubsidy } from './manufacturers/service/require-subsidy.ts'
import { endFormerPapers } from './materials/service/former-papers.ts'
import { writeOrderKeys } from './relations/service/order-keys.ts'
import { requireUndisputed } from './releases/service/release-record.ts'
import { poolFiles } from './reviews/service/pools.ts'
import { listHitsOf } from './risk/service/facts.ts'
import { judgeRisk } from './risk/service/judge-risk.ts'
import { runScene } from './risk/service/run-scene.ts'
import { tellOfVoidOrder } from './underwriting/service/tell-submitter.ts'
import { callsOf } from './voice/service/order-calls.ts'
import { draftBecame } from './workspace/service/drafts.ts'

/**
 * The domains above orders have their say when an order is taken in, submitted or ends: the verbs of orders know them by
 * these names alone.
 */
export const orderEffects = {
  /** An intake that is saved: its draft is an order now, and its numbers can be found. */
  draftBecame,
  writeOrderKeys,

  /** The telephone calls in the trail of an order. */
  callsOf,
  /** The export of the pool of the pre-review, which is one of the lists of orders. */
  exportPrePool: poolFiles.pre,

  /** T02. */
  runScene,
  requireEnterprise,

  /** T11: an order that passes its first review is judged by risk control, whose lists its reviewer reads. */
  judgeRisk,
  listHitsOf,

  /** T08: what refuses, and what follows from another car, funder or card. */
  requireFunder,
  requireSubsidy,
  requireNoDevices,
  takeEnteredCard,
  endFormerPapers,

  /** The refusal where a file of an order is removed. */
  requireNoSnapshot,

  /** T34: what refuses, and what ends with the order. */
  requireUndisputed,
  voidContracts,
  tellOfVoidOrder,
  returnGps,
  cancelCapitalOrder,
  archiveVoided,
}
