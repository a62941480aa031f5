import { StatusTag, type Tone } from '@/components/ui/status-tag'

const tones: Readonly<Record<string, Tone>> = {
  通过: 'passed',
  人工: 'returned',
  退回: 'returned',
  拒绝: 'rejected',
}

/** What a reviewer decided or a risk scene suggests, by its stored word (domain.md 2.1). */
export function VerdictTag({ word }: { word: string }) {
  return <StatusTag tone={tones[word] ?? 'closed'}>{word}</StatusTag>
}
