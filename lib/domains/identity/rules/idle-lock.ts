/** The interval at which a page that is in use says so to the other tabs, in ms. */
export const reportMs = 5_000

/**
 * The time until a screen locks itself, in ms; 0 or less: now.
 *
 * @param lastActive when a key or a pointer was last used, in any tab, by the browser's clock
 * @param minutes of the tenant; 0 is never
 */
export function restLeft(lastActive: number, now: number, minutes: number): number {
  if (minutes <= 0) return Number.POSITIVE_INFINITY
  // A clock that was set back has not made anybody active in the future.
  return Math.min(lastActive, now) + minutes * 60_000 - now
}
