'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { CapitalState } from '@/lib/domains/capital/rules/capital-order'
import type { ExtraKind, ItemStatus, SetStatus } from '@/lib/domains/materials/rules/material-sets'
import type { MortgageStatus } from '@/lib/domains/materials/rules/mortgage'
import type { PolicyStatus } from '@/lib/domains/materials/rules/policy'
import { isInsured, isUnderway, type UnderwritingState } from '@/lib/domains/underwriting/rules/underwriting'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<SetStatus, Tone> = {
  未上传: 'waiting',
  上传中: 'working',
  待审核: 'waiting',
  通过: 'passed',
  退回: 'returned',
  已失效: 'rejected',
}

/** The state of a set of papers. */
export function SetStateTag({ status }: { status: SetStatus }) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(`papers.statuses.${status}`)}</StatusTag>
}

/** Until when, and how long that is past. */
export function DeadlineText({ deadline, overdueDays }: { deadline: string; overdueDays: number }) {
  const t = useT()
  if (overdueDays === 0) return deadline
  return (
    <>
      {deadline} <StatusTag tone="rejected">{t('papers.overdue', { days: overdueDays })}</StatusTag>
    </>
  )
}

/** True where the vehicle office has the car as the order has it. */
export function RegistrationTag({ kind, done }: { kind: ExtraKind; done: boolean }) {
  const t = useT()
  const states = kind === 'used_extra' ? 'transferStates' : 'plateStates'
  return (
    <StatusTag tone={done ? 'passed' : 'waiting'}>
      {t(`papers.${states}.${done ? 'done' : 'open'}`)}
    </StatusTag>
  )
}

const itemTones: Record<ItemStatus, Tone> = {
  未传: 'waiting',
  已传: 'working',
  通过: 'passed',
  不合格: 'rejected',
}

/** Everything that is said of one paper. */
export function ItemStateTag({ status }: { status: ItemStatus }) {
  const t = useT()
  return <StatusTag tone={itemTones[status]}>{t(`papers.itemStatuses.${status}`)}</StatusTag>
}

const policyTones: Record<PolicyStatus, Tone> = {
  待补充: 'waiting',
  待审核: 'working',
  通过: 'passed',
  退回: 'returned',
  将到期: 'returned',
  已到期: 'rejected',
}

export function PolicyStateTag({ status }: { status: PolicyStatus }) {
  const t = useT()
  return <StatusTag tone={policyTones[status]}>{t(`papers.policyStatuses.${status}`)}</StatusTag>
}

const underwritingTones: Record<UnderwritingState, Tone> = {
  未提交: 'waiting',
  已提交: 'working',
  提交失败: 'rejected',
  核保中: 'working',
  承保: 'passed',
  补充资料: 'returned',
  拒保: 'rejected',
}

/** Everything that an insurer says of an order, that it does not answer, or that its policy is not the only one. */
export function UnderwritingStateTag({
  status,
  silent,
  conflict,
  outdated,
}: {
  status: UnderwritingState
  silent: boolean
  conflict: boolean
  outdated: boolean
}) {
  const t = useT()
  const but =
    outdated && isInsured(status)
      ? 'outdatedIn'
      : conflict
        ? 'conflictIn'
        : isUnderway(status) && silent
          ? 'silentIn'
          : null
  return but ? (
    <StatusTag tone="returned">
      {t(`underwriting.${but}`, { status: t(`underwriting.statuses.${status}`) })}
    </StatusTag>
  ) : (
    <StatusTag tone={underwritingTones[status]}>{t(`underwriting.statuses.${status}`)}</StatusTag>
  )
}

const capitalTones: Record<CapitalState, Tone> = {
  待推送: 'waiting',
  已推送: 'working',
  资方审核中: 'working',
  审批通过: 'passed',
  退回补件: 'returned',
  拒绝: 'rejected',
  取消: 'waiting',
}

/**
 * Everything that a funder says of an order, that its consent is to be checked, or that it has been silent for two
 * working days.
 */
export function CapitalStateTag({
  status,
  late = false,
  checking = false,
}: {
  status: CapitalState
  late?: boolean
  checking?: boolean
}) {
  const t = useT()
  return late || checking ? (
    <StatusTag tone={checking ? 'waiting' : 'returned'}>
      {t(checking ? 'capitalOrders.checkingIn' : 'capitalOrders.lateIn', {
        status: t(`capitalOrders.statuses.${status}`),
      })}
    </StatusTag>
  ) : (
    <StatusTag tone={capitalTones[status]}>{t(`capitalOrders.statuses.${status}`)}</StatusTag>
  )
}

const mortgageTones: Record<MortgageStatus, Tone> = {
  待办理: 'waiting',
  办理中: 'working',
  待审核: 'waiting',
  退回: 'returned',
  已抵押: 'passed',
  待解押: 'waiting',
  解押中: 'working',
  已解押: 'closed',
}

export function MortgageStateTag({ status }: { status: MortgageStatus }) {
  const t = useT()
  return <StatusTag tone={mortgageTones[status]}>{t(`papers.mortgageStatuses.${status}`)}</StatusTag>
}
