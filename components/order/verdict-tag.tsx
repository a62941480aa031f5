'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

const verdicts: Readonly<Record<string, { tone: Tone; label: MessageKey }>> = {
  通过: { tone: 'passed', label: 'review.verdict.pass' },
  有条件通过: { tone: 'passed', label: 'review.verdict.conditional' },
  人工: { tone: 'returned', label: 'review.verdict.manual' },
  退回: { tone: 'returned', label: 'review.verdict.return' },
  拒绝: { tone: 'rejected', label: 'review.verdict.reject' },
}

/**
 * Everything that a reviewer decided or a risk scene suggests, by its stored word (domain.md 3.2); an unknown word as
 * it is.
 */
export function VerdictTag({ word }: { word: string }) {
  const t = useT()
  const { tone, label } = verdicts[word] ?? {}
  return <StatusTag tone={tone ?? 'closed'}>{label ? t(label) : word}</StatusTag>
}
