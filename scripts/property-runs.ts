/** How often a property is tried: enough to find a fault with every change, ten times as often for a release. */
export const propertyRuns = process.env.NLOS_PROOF === 'full' ? 10_000 : 1_000
