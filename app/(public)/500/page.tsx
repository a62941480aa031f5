import { ErrorPage } from '@/components/ui/error-page'
import { answerWith } from '@/lib/bff/page-status'

/** Answers 500, as the page that a failure of the server leads to. */
export const dynamic = 'force-dynamic'

export default function Page() {
  answerWith(500)
  return <ErrorPage status={500} />
}
