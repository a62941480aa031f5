import { comingFinding } from '@/components/form/date-time-field'
import type { MessageKey } from '@/lib/i18n/translator'
import type { Audience } from '@/lib/platform/messages/rules/messages'

/** A notice as its form has it; `sendAt` is a business time. */
export type NoticeValues = {
  title: string
  body: string
  audience: Audience
  targets: string[]
  when: 'now' | 'later'
  sendAt: string
}

export const audienceWords = {
  all: 'notices.audienceAll',
  roles: 'notices.audienceRoles',
  orgs: 'notices.audienceOrgs',
  users: 'notices.audienceUsers',
} as const satisfies Record<Audience, MessageKey>

/** The faults of a notice, by field. */
export function noticeFindings(
  { title, body, audience, targets, when, sendAt }: NoticeValues,
  now = Date.now(),
): Record<string, MessageKey> {
  const found: [string, MessageKey][] = []
  if (title.trim() === '') found.push(['title', 'rules.required'])
  if (body.trim() === '') found.push(['body', 'rules.required'])
  if (audience !== 'all' && targets.length === 0) found.push(['targets', 'notices.chooseTargets'])
  if (when === 'later') {
    const wrong = comingFinding(sendAt, now)
    if (wrong) found.push(['sendAt', wrong])
  }
  return Object.fromEntries(found)
}
