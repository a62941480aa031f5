/**
 * Text as it is shown and written into files, whatever is stored: signs that turn the direction of others, which make one
 * name look like another, are left out. New text that has them is refused (`line` of lib/platform/contract/wire.ts, `plainText`).
 */

const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const shownText = (text: string): string => text.replace(turning, '')

/** One line of a file: a line break would be another row of it, and a sign that controls a program is none of a text. */
export const plainLine = (text: string): string => shownText(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
