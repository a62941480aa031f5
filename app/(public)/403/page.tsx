import { ErrorPage } from '@/components/ui/error-page'
import { answerWith } from '@/lib/bff/page-status'

/** Answers 403, drawn by the server: what Next makes of its own forbidden() is empty until a script has run. */
export const dynamic = 'force-dynamic'

export default function Page() {
  answerWith(403)
  return <ErrorPage status={403} />
}
