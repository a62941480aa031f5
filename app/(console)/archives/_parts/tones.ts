import type { Tone } from '@/components/ui/status-tag'
import type { ArchiveState, ItemState } from '@/lib/domains/archives/rules/archive'
import type { MailState } from '@/lib/domains/archives/rules/mail'
import type { OutState } from '@/lib/domains/archives/rules/outbound'

export const archiveTones: Record<ArchiveState, Tone> = {
  待收件: 'waiting',
  在途: 'working',
  已签收: 'working',
  核对中: 'working',
  缺件待补: 'returned',
  已归档: 'passed',
  借出: 'working',
  待退还: 'waiting',
  已退还: 'closed',
  遗失: 'rejected',
}

export const itemTones: Record<ItemState, Tone> = {
  应收: 'waiting',
  在途: 'working',
  在库: 'passed',
  借出: 'working',
  已退客户: 'closed',
  遗失: 'rejected',
}

export const mailTones: Record<MailState, Tone> = {
  草稿: 'working',
  已寄出: 'waiting',
  已签收: 'working',
  核对齐全: 'passed',
  核对缺件: 'returned',
  拒收退回: 'rejected',
  已作废: 'closed',
}

export const outTones: Record<OutState, Tone> = {
  待审批: 'waiting',
  待出库: 'waiting',
  已出库: 'working',
  已归还: 'passed',
  已交接: 'passed',
  驳回: 'returned',
}
