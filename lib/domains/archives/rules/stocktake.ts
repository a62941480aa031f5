/** 盘点: what was found in which box, against where files should be. */

export const takeStates = ['盘点中', '待处理', '已完成'] as const
export type TakeState = (typeof takeStates)[number]

/** 缺失: not found. 错位: in another box. 不应在库: found, and should not be. */
export const differenceKinds = ['缺失', '错位', '不应在库'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** 已归位 by hand, 改记 to the box in which it was found, 已找到, 已报失, 已说明. */
export const resolutions = ['已归位', '改记', '已找到', '已报失', '已说明'] as const
export type Resolution = (typeof resolutions)[number]

/** The words that a person may say of a difference. */
export const resolutionsOf: Readonly<Record<DifferenceKind, readonly Resolution[]>> = {
  缺失: ['已找到', '已报失', '已说明'],
  错位: ['已归位', '改记'],
  不应在库: ['已归位', '已说明'],
}

export type Placed = { archiveId: number; boxNo: string }
export type Difference = {
  archiveId: number
  kind: DifferenceKind
  expectedBox: string | null
  foundBox: string | null
}

/** @param expected where files should be @param found where they were seen, each once */
export function differencesOf(expected: readonly Placed[], found: readonly Placed[]): Difference[] {
  const seen = new Map(found.map(({ archiveId, boxNo }) => [archiveId, boxNo]))
  const placed = new Map(expected.map(({ archiveId, boxNo }) => [archiveId, boxNo]))
  const missed = expected.flatMap(({ archiveId, boxNo }): Difference[] => {
    const foundBox = seen.get(archiveId) ?? null
    if (foundBox === boxNo) return []
    return [{ archiveId, foundBox, expectedBox: boxNo, kind: foundBox === null ? '缺失' : '错位' }]
  })
  const others = found.flatMap(({ archiveId, boxNo }): Difference[] =>
    placed.has(archiveId) ? [] : [{ archiveId, kind: '不应在库', expectedBox: null, foundBox: boxNo }],
  )
  return [...missed, ...others]
}

export const takeStateOf = (finishedAt: string | null, open: number): TakeState =>
  finishedAt === null ? '盘点中' : open > 0 ? '待处理' : '已完成'

export const isRunning = ({ status }: { status: TakeState }): boolean => status === '盘点中'
