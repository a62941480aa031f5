import type { Tone } from '@/components/ui/status-tag'
import type { OpeningState } from '@/lib/domains/openings/rules/opening'

export const openingTones: Record<OpeningState, Tone> = {
  草稿: 'working',
  待初审: 'waiting',
  待复审: 'waiting',
  驳回: 'returned',
  已开通: 'passed',
  变更待审: 'waiting',
  暂停: 'returned',
  已关闭: 'closed',
}
