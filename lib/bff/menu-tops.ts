import type { ServerMenu, TopMenu } from '../domains/identity/contract.ts'

/**
 * The menu as the frame takes it: the top row is what GET /getMenuVOs answers, and below each entry stands what the
 * tree of POST /sys/module/getMenuVOs has for it (specification point 7).
 */
export function underTops(tops: readonly TopMenu[], tree: readonly ServerMenu[]): ServerMenu[] {
  const below = new Map(tree.map((entry) => [entry.id, entry]))
  return tops.map((top) => ({ remark: '', subMenus: [], ...below.get(top.id), ...top }))
}
