/**
 * 档案 (domain.md 2.14): what happened to the papers of an order is stored, and where each of them and the file as a
 * whole stand follows from it.
 */

export const archiveStates = [
  '待收件',
  '在途',
  '已签收',
  '核对中',
  '缺件待补',
  '已归档',
  '借出',
  '待退还',
  '已退还',
  '遗失',
] as const
export type ArchiveState = (typeof archiveStates)[number]

export const itemStates = ['应收', '在途', '在库', '借出', '已退客户', '遗失'] as const
export type ItemState = (typeof itemStates)[number]

export const secretLevels = ['普通', '重要'] as const

/** An event, with the numbers of the papers in the file that it happened to. */
export type ArchiveFact =
  | { kind: 'mailed'; items: readonly number[] }
  | { kind: 'signed' }
  /** 拒收退回: the parcel went back as it was. */
  | { kind: 'bounced' }
  | { kind: 'ticked'; items: readonly number[] }
  | { kind: 'unticked'; items: readonly number[] }
  /** The check is over: what was not ticked has not come. */
  | { kind: 'checked' }
  /** 录入 of papers that somebody handed over. */
  | { kind: 'entered'; items: readonly number[] }
  | { kind: 'filed'; boxNo: string; location: string }
  | { kind: 'lent'; items: readonly number[] }
  | { kind: 'returned'; items: readonly number[] }
  /** Given back to the customer for good. */
  | { kind: 'handed'; items: readonly number[] }
  | { kind: 'lost'; items: readonly number[] }
  /** The loan is paid off, or owed again. */
  | { kind: 'settled' }
  | { kind: 'unsettled' }
  /** The release was undone and the order ended: there is no loan any more. */
  | { kind: 'voided' }
export type ArchiveFactKind = ArchiveFact['kind']
export const archiveFactKinds = [
  'mailed',
  'signed',
  'bounced',
  'ticked',
  'unticked',
  'checked',
  'entered',
  'filed',
  'lent',
  'returned',
  'handed',
  'lost',
  'settled',
  'unsettled',
  'voided',
] as const satisfies readonly ArchiveFactKind[]

/** Each fact with the states of a paper that it finds, and the one that it leaves. */
const itemMoves: Partial<Record<ArchiveFactKind, { from: readonly ItemState[]; to: ItemState }>> = {
  mailed: { from: ['应收', '遗失'], to: '在途' },
  ticked: { from: ['在途'], to: '在库' },
  unticked: { from: ['在库'], to: '在途' },
  entered: { from: ['应收', '遗失'], to: '在库' },
  lent: { from: ['在库'], to: '借出' },
  returned: { from: ['借出'], to: '在库' },
  handed: { from: ['借出'], to: '已退客户' },
  lost: { from: ['在库', '借出'], to: '遗失' },
}

/** True where a fact can happen to a paper that stands so. */
export const itemTakes = (kind: ArchiveFactKind, state: ItemState): boolean =>
  itemMoves[kind]?.from.includes(state) ?? false

/** It lies here, or comes back here. */
export const isOurs = (state: ItemState): boolean => state === '在库' || state === '借出'

export type ArchiveFold = {
  status: ArchiveState
  /** A parcel of it is being checked. */
  checking: boolean
  /** By the number of the paper in its file. */
  items: ReadonlyMap<number, ItemState>
  complete: boolean
  boxNo: string | null
  location: string | null
  /** Its loan is paid off, or is none any more: what is there goes back. */
  settled: boolean
}

type Parcel = 'underway' | 'signed' | 'checking' | null

/** The state of the file and of each of its papers. @param expected numbers of the papers that must be there */
export function foldArchive(expected: readonly number[], facts: readonly ArchiveFact[]): ArchiveFold {
  const items = new Map<number, ItemState>(expected.map((no) => [no, '应收']))
  let parcel: Parcel = null
  let came = false
  let filed = false
  let settled = false
  let handed = false
  let place: { boxNo: string; location: string } | null = null
  const leave = (state: ItemState) => {
    for (const [no, now] of items) if (now === '在途') items.set(no, state)
  }
  for (const fact of facts) {
    const move = itemMoves[fact.kind]
    if (move && 'items' in fact) for (const no of fact.items) items.set(no, move.to)
    if (fact.kind === 'mailed') parcel = 'underway'
    if (fact.kind === 'signed') parcel = 'signed'
    if (fact.kind === 'ticked' || fact.kind === 'unticked') parcel = 'checking'
    if (fact.kind === 'bounced' || fact.kind === 'checked') {
      parcel = null
      leave('应收')
    }
    // Papers that came are not where they belong yet.
    if (fact.kind === 'checked' || fact.kind === 'entered') {
      came = true
      filed = false
    }
    if (fact.kind === 'filed') {
      filed = true
      place = { boxNo: fact.boxNo, location: fact.location }
    }
    if (fact.kind === 'settled' || fact.kind === 'voided') settled = true
    if (fact.kind === 'unsettled') settled = false
    // Over when nothing of it is with us any more; what did not come, or was lost, nobody waits for then.
    if (fact.kind === 'handed') handed = ![...items.values()].some(isOurs)
  }
  const states = [...items.values()]
  const complete = states.every((state) => isOurs(state) || state === '已退客户')
  const status = ((): ArchiveState => {
    if (handed) return '已退还'
    if (parcel === 'underway') return '在途'
    if (parcel === 'signed') return '已签收'
    if (parcel === 'checking') return '核对中'
    if (states.includes('遗失')) return '遗失'
    if (!came) return '待收件'
    if (!complete) return '缺件待补'
    if (!filed) return '核对中'
    if (settled) return '待退还'
    return states.includes('借出') ? '借出' : '已归档'
  })()
  return {
    status,
    checking: parcel === 'checking',
    items,
    complete,
    boxNo: place?.boxNo ?? null,
    location: place?.location ?? null,
    settled,
  }
}

const waits: readonly ArchiveState[] = ['待收件', '缺件待补', '遗失']
const held: readonly ArchiveState[] = ['已归档', '借出', '待退还']

/** The states of a file in which something may happen to it. */
export const archiveFrom: Readonly<Record<ArchiveFactKind, readonly ArchiveState[]>> = {
  mailed: waits,
  signed: ['在途'],
  bounced: ['在途'],
  ticked: ['已签收', '核对中'],
  unticked: ['核对中'],
  checked: ['已签收', '核对中'],
  entered: waits,
  // Papers of a file that lacks some have a place already; a file moves to another one.
  filed: ['核对中', '缺件待补', ...held],
  // Papers that are there leave a file that lacks some as their kind allows: outbound.ts.
  lent: [...held, '缺件待补', '遗失'],
  returned: archiveStates,
  handed: ['待退还', '缺件待补', '遗失'],
  lost: archiveStates,
  settled: archiveStates,
  unsettled: archiveStates,
  voided: archiveStates,
}

/** 2.14 as a table: where each state may lead. A lost paper may come again, and a parcel may go back. */
export const archiveNext: Readonly<Record<ArchiveState, readonly ArchiveState[]>> = {
  待收件: ['在途', '核对中', '缺件待补'],
  在途: ['已签收', '待收件', '缺件待补', '遗失'],
  已签收: ['核对中', '缺件待补', '遗失'],
  核对中: ['缺件待补', '已归档', '借出', '待退还', '遗失'],
  缺件待补: ['在途', '核对中', '已退还', '遗失'],
  已归档: ['借出', '待退还', '遗失'],
  借出: ['已归档', '待退还', '遗失'],
  待退还: ['已退还', '已归档', '借出', '遗失'],
  已退还: [],
  遗失: ['在途', '核对中', '缺件待补', '已退还'],
}

export type ArchiveRefusal =
  | 'archives.refusals.state'
  | 'archives.refusals.checking'
  | 'archives.refusals.item'
  | 'archives.refusals.noItem'

/** Says why a fact cannot happen to a file now; null where it can. */
export function archiveRefusal(
  fact: ArchiveFact,
  stand: Pick<ArchiveFold, 'status' | 'items' | 'checking'>,
): { why: ArchiveRefusal; items?: number[] } | null {
  if (!archiveFrom[fact.kind].includes(stand.status)) return { why: 'archives.refusals.state' }
  if (fact.kind === 'filed' && stand.checking) return { why: 'archives.refusals.checking' }
  if (!('items' in fact)) return null
  if (fact.items.length === 0) return { why: 'archives.refusals.noItem' }
  const wrong = fact.items.filter((no) => {
    const state = stand.items.get(no)
    return state === undefined || !itemTakes(fact.kind, state)
  })
  return wrong.length > 0 ? { why: 'archives.refusals.item', items: wrong } : null
}

/** 齐全, 缺件: whether a file lacks papers, as lists ask it. */
export const wholeness = ['whole', 'lacking'] as const

export const archiveLimits = {
  orders: 50,
  box: 20,
  location: 40,
  reason: 200,
  line: 30,
  address: 120,
  expressNo: 30,
} as const

/** 库-架-层-位 as `一库-03-2-08`. */
export const placeForm = /^[^\s-]{1,10}(-[^\s-]{1,8}){3}$/
/** `B-012`: what stands in Code 128 on a box. */
export const boxForm = /^[A-Z0-9][A-Z0-9-]{0,19}$/
