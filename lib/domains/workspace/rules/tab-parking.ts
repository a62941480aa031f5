/**
 * The tabs that keep their page mounted: the active one and those shown last. A page that is parked is taken out of the
 * document; its address, its draft on the server and the cache of its reads bring it back. A page whose unsaved
 * content nobody else holds is not parked.
 *
 * @param used keys of the tabs with a page, the one shown last at the end
 * @param unsaved keys of tabs that hold something unsaved, true where a draft on the server has it too
 * @param limit how many may be mounted
 */
export function mountedTabs(
  used: readonly string[],
  active: string,
  unsaved: ReadonlyMap<string, boolean>,
  limit: number,
): Set<string> {
  const mounted = new Set(used.filter((key) => key === active || unsaved.get(key) === false))
  for (const key of used.toReversed()) {
    if (mounted.size >= limit) break
    mounted.add(key)
  }
  return mounted
}
