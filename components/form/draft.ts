import type { FieldValues } from 'react-hook-form'
import type { DraftFile, system } from '@/lib/domains/system/contract'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import type { Conflict } from '@/lib/platform/contract/errors'
import type { Change } from './take-changes'

/** The draft as the server keeps it. */
export type Found = NonNullable<OutputOf<typeof system.getDraft>['draft']>

/** Another window changed the draft: what differs, or that it is gone there. Nothing is saved until somebody chooses. */
export type Clash = { message: string; conflict: Conflict | null; made: boolean }

export type Draft = {
  /** The form may be shown: the draft is in it, or there is none. */
  ready: boolean
  /** A draft that is there and not filled in: whose it is and how far; waits for `accept` or `discard`. */
  offer: Found | null
  accept: () => void
  /** The order that this new case has become, in another window or before a reload. */
  order: { id: number; orderNo: string } | null
  /** The time when the draft that is on the page was saved; null when none was restored. */
  restoredAt: string | null
  /** Files that the restored draft names and that went with the page they were chosen in. */
  lost: readonly DraftFile[]
  /** The record was saved by somebody after the draft began. */
  older: boolean
  /** The row_version that the values on the page began from: save with it, and a newer one is a conflict, not lost. */
  baseVersion: number
  state: 'clean' | 'waiting' | 'saving' | 'saved' | 'failed'
  /** The reason why the service does not take the draft, and what to do; null where trying again may help. */
  refusal: string | null
  savedAt: string | null
  clash: Clash | null
  /** Goes on with what is on the page, over what the other window saved, but for what is taken of that. */
  resolve: (taken: readonly Change[]) => void
  /** A draft that the form does not understand: the page opened without it, and shows it as text. */
  broken: Found | null
  /** The values that the page was loaded with, or has saved since. */
  base: unknown
  /** Throws the draft away; the form is as it was loaded. False when another window has saved a newer one. */
  discard: () => Promise<boolean>
  /**
   * The sent values are saved for good: forgets the draft of it. What was typed while it was on its way is not, and is
   * the next draft.
   *
   * @param sent a copy of the values: the form's own go on changing
   * @param rowVersion the one to go on from
   */
  settle: (sent: FieldValues, rowVersion?: number) => Promise<void>
  /** Goes on from a newer version under the values on the page, as after a conflict. */
  rebase: (rowVersion: number) => void
}
