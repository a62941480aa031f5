import { AsyncLocalStorage } from 'node:async_hooks'
import type { DataScope, Permission } from '../domains/identity/rules/roles.ts'
import type { ChangeKind } from './changes/rules/pending-change.ts'

/** The user who calls. Read from the database at every call: a role taken away counts at once. */
export type Actor = {
  id: number
  name: string
  account: string
  tenantId: number
  tenantCode: string
  orgUnitId: number
  /** `/1/3/7/`: the ids from the root of the tree to the actor's unit. */
  orgPath: string
  orgName: string
  /** The shop the actor works for, when the unit is a shop. */
  shopId: number | null
  /** Role codes; a user without a role has the placeholder `none`, which holds nothing. */
  roles: string[]
  permissions: ReadonlySet<Permission>
  dataScope: DataScope
  /** The units of the data scope `custom`, each with all below it. */
  scopeUnitIds: readonly number[]
  session: {
    id: number
    /**
     * The screen is locked, and which password opens it; null while it is open. Locked, only calls whose access is
     * `evenLocked` are answered.
     */
    locked: 'lock' | 'login' | null
    /** Its last activity was written more than a minute ago. */
    stale: boolean
  }
}

/** The duties of a call, and what it has done of them; see write-frame.ts. */
export type Frame = {
  /** `staff.saveUser` */
  verb: string
  /** The kind of what it writes on, as the audit log names it. */
  noun?: string
  /** The audit rows of which it leaves one. */
  actions: readonly string[]
  /** The records it writes on: `user:12`; absent where that is new. */
  objects?: readonly string[]
  left: { action: string; object: string }[]
  unchanged: boolean
  /** The kind of change that it leaves to a second person, and whether it has, or said that there is nothing to check. */
  proposes?: ChangeKind | undefined
  proposed?: true
  /** It belongs to what was noted before. */
  noted?: boolean
}

/** The file of a list that a job makes in the name of whoever asked for it, who was counted then. */
export type Background = {
  /** Its audit row is there, of a run that was broken off. */
  noted: boolean
  /** Hears how many rows are written. @throws when it is to stop */
  progress(done: number, total: number): Promise<void>
}

/** A call as its handler sees it. */
export type Call = {
  actor: Actor
  tenantId: number
  tenantCode: string
  /** Of the browser, as the door resolved it; empty when unknown. */
  ip: string
  /** The console's own address, `https://…`, for links that are sent to people outside; absent where nobody says it. */
  origin?: string | undefined
  requestId: string
  now: Date
  /** Business date of `now`, YYYY-MM-DD. */
  today: string
  token: string
  frame?: Frame
  /** Absent of what is sent at once. */
  background?: Background
}

/** Says who does something, and when: a call, or the system, which is nobody. */
export type By = { actor: Pick<Actor, 'id'>; now: Date }

/** A call of somebody who is not signed in. Its handler opens its own transactions, by the tenant's code. */
export type PublicCall = Omit<Call, 'actor' | 'tenantId' | 'token' | 'frame' | 'background'> & {
  /** The name that the browser gives itself, as the door passed it on; of a login and of who signs a contract alone. */
  userAgent: string
  /** Accounts to which this browser has signed in before, as the door knows it; see `identity/known-device.ts`. */
  devices: string
}

const current = new AsyncLocalStorage<Call>()

/** The call being answered. @throws {Error} outside one. */
export function call(): Call {
  const running = current.getStore()
  if (!running) throw new Error('There is no call here.')
  return running
}

/** The same, or undefined outside one. */
export const runningCall = (): Call | undefined => current.getStore()

/** Runs with `answered` as the current call. */
export function withCall<T>(answered: Call, run: () => Promise<T>): Promise<T> {
  return current.run(answered, run)
}
