'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { PageSkeleton } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { TemplateEditor } from './_parts/template-editor'

/** The text of a contract template: written, looked at on a real order, published. */
export function ContractTemplateScreen() {
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('templateId'))
  const template = useQuery(q(contractTemplates.get, { id }))
  if (template.error && !template.data)
    return <ReadFailure error={template.error} onRetry={() => void template.refetch()} />
  if (!template.data) return <PageSkeleton />
  return <TemplateEditor key={id} template={template.data} />
}
