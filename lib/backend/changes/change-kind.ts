import type * as z from 'zod'
import type { MessageKey } from '../../i18n/translator.ts'
import type { By, Call } from '../context.ts'

/** What a kind of change does when its second person has decided; kinds.ts has them all. */
export type KindRules<Content extends Record<string, unknown>, About> = {
  content: z.ZodType<Content>
  /** The record that it is about, in the caller's data scope and locked; of the system in whichever scope. */
  lock(aboutId: number, call: Call | undefined): Promise<About | undefined>
  /** Why it cannot be done though nobody has decided: the record is no longer what was shown. */
  judge(content: Content, about: About, call: Call): Promise<MessageKey | undefined>
  /** Does it, in the transaction in which it is approved. */
  apply(content: Content, about: About, approved: Approved, call: Call): Promise<void>
  /** It is not done: the record is as if it had never been made. Whoever ends it moves the order's version. */
  leave(content: Content, about: About, how: 'refused' | 'withdrawn' | 'expired', why: Left): Promise<void>
}

/** Who made what is done now; whoever calls has checked it. */
export type Approved = { changeId: number; madeBy: number }
export type Left = By & { reason: string }

export const changeKind = <Content extends Record<string, unknown>, About>(
  rules: KindRules<Content, About>,
): KindRules<Content, About> => rules
