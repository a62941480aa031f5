'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { TemplateRow } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'

const tones = { draft: 'waiting', active: 'passed', coming: 'working', stopped: 'closed' } as const

/** The state of a contract template. */
export function TemplateState({ state }: { state: TemplateRow['state'] }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`contractTemplates.states.${state}`)}</StatusTag>
}
