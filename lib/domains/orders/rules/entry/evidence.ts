/**
 * 证据: a field of an order is pinned to the region of a picture that proves it, by who reviews the order. Pins follow
 * the picture however it is turned, because a region counts on the picture as it was stored.
 */

/** Of a picture's width and height, in ten thousandths, before it is turned: 0 is left and top. */
export type Region = { x: number; y: number; width: number; height: number }

/** The whole width or height of a picture. */
export const wholeSide = 10_000

/** Smaller than this, in ten thousandths, is a click that slipped and shows nothing. */
export const leastSide = 50

/** True where a region lies on its picture and is large enough to show something. */
export const isRegion = ({ x, y, width, height }: Region): boolean =>
  width >= leastSide && height >= leastSide && x + width <= wholeSide && y + height <= wholeSide

/** The worth of a pin today: it proves, its field was changed after it was set, its picture is gone. */
export const pinStates = ['holds', 'fieldChanged', 'pictureGone'] as const
export type PinState = (typeof pinStates)[number]

/** The most pins that an order may have; nobody proves more. */
export const mostPins = 200

/** `customer.idNo` or, of a row, `contacts.0.mobile`: a field as the forms name it. */
export const evidenceField = /^[a-zA-Z]{1,40}(\.\d{1,2})?\.[a-zA-Z0-9]{1,40}$/

/** A field that a template wants proved before the first review passes, and the kinds of paper that can prove it. */
export type WantedEvidence = { field: string; materials: readonly string[] }

/** The wanted fields without a pin that holds. */
export function missingEvidence(
  wanted: readonly WantedEvidence[],
  pins: readonly { field: string; state: PinState }[],
): WantedEvidence[] {
  const proved = new Set(pins.flatMap(({ field, state }) => (state === 'holds' ? [field] : [])))
  return wanted.filter(({ field }) => !proved.has(field))
}
