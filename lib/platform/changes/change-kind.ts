import type * as z from 'zod'
import type { By, Call } from '../context.ts'
import type { FieldMessage } from '../errors.ts'

/** The rules of a kind of change, done when its second person has decided; kinds.ts has them all. */
export type KindRules<Content extends Record<string, unknown>, About> = {
  content: z.ZodType<Content>
  /** The record that it is about, in the caller's data scope and locked; of the system in whichever scope. */
  lock(aboutId: number, call: Call | undefined): Promise<About | undefined>
  /** Says why it cannot be done though nobody has decided: the record is no longer what was shown. */
  judge(content: Content, about: About, call: Call): Promise<FieldMessage | undefined>
  /** Does it, in the transaction in which it is approved. */
  apply(content: Content, about: About, approved: Approved, call: Call): Promise<void>
  /**
   * It is not done: the record is as if it had never been made. Whoever ends it moves the order's version and tells who
   * made it.
   */
  leave(content: Content, about: About, how: 'refused' | 'withdrawn' | 'expired', why: Left): Promise<void>
  /** Many of them with the statements of one; a kind without it is done one after the other. */
  together?: Together<Content, About>
}

/** A change with the record that it is about. */
export type Case<Content, About> = { content: Content; about: About }

type Together<Content, About> = {
  /** The records by their ids; those that are none are left out. */
  lock(aboutIds: readonly number[], call: Call | undefined): Promise<Map<number, About>>
  /** Says why each of them cannot be done, in their order: what is done to one changes nothing about another. */
  judge(cases: readonly Case<Content, About>[], call: Call): Promise<(FieldMessage | undefined)[]>
  apply(cases: readonly (Case<Content, About> & { approved: Approved })[], call: Call): Promise<void>
}

/** The user who made what is done now; whoever calls has checked it. */
export type Approved = { changeId: number; madeBy: number }
export type Left = By & { reason: string }

export const changeKind = <Content extends Record<string, unknown>, About>(
  rules: Omit<KindRules<Content, About>, 'together'>,
): KindRules<Content, About> => rules

/** A kind of which one is many that are one. */
export const changeKindOfMany = <Content extends Record<string, unknown>, About>({
  content,
  leave,
  ...together
}: Pick<KindRules<Content, About>, 'content' | 'leave'> & Together<Content, About>): KindRules<
  Content,
  About
> => ({
  content,
  leave,
  together,
  lock: async (id, call) => (await together.lock([id], call)).get(id),
  judge: async (content, about, call) => (await together.judge([{ content, about }], call))[0],
  apply: (content, about, approved, call) => together.apply([{ content, about, approved }], call),
})
