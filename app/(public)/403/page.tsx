import { ErrorPage } from '@/components/ui/error-page'
import { answerWith } from '@/lib/bff/page-status'

/** Answers 403, drawn by the server; pages of the console that somebody may not see lead here. */
export const dynamic = 'force-dynamic'

export default function Page() {
  answerWith(403)
  return <ErrorPage status={403} />
}
