/** Everything that a risk scene says of an order, and the grades of its score. */
export const suggestions = ['通过', '人工', '拒绝'] as const
export type Suggestion = (typeof suggestions)[number]
export const grades = ['A', 'B', 'C', 'D', 'E'] as const
export type Grade = (typeof grades)[number]
