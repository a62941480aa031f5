'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { InterviewStatus } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<InterviewStatus, Tone> = {
  待面签: 'waiting',
  进行中: 'working',
  通过: 'passed',
  不通过: 'rejected',
  重签: 'returned',
}

export function InterviewStatusTag({ status }: { status: InterviewStatus }) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(`interviews.statuses.${status}`)}</StatusTag>
}
