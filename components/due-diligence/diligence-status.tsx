'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { DiligenceStatus } from '@/lib/domains/due-diligence/rules/due-diligence'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<DiligenceStatus, Tone> = {
  待分配: 'waiting',
  待尽调: 'working',
  已提交: 'waiting',
  已完成: 'passed',
  已退回: 'returned',
  已撤销: 'closed',
}

export function DiligenceStatusTag({ status }: { status: DiligenceStatus }) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(`dueDiligence.statuses.${status}`)}</StatusTag>
}
