/** Pixels that a text takes in the type of lists, a little more rather than less: Chinese signs are square. */
export const wordRoom = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e7f' ? 13.5 : 7.4), 0)
