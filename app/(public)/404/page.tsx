import { ErrorPage } from '@/components/ui/error-page'
import { answerWith } from '@/lib/bff/page-status'

/** Answers 404, drawn by the server: what Next makes of its own notFound() is empty until a script has run. */
export const dynamic = 'force-dynamic'

export default function Page() {
  answerWith(404)
  return <ErrorPage status={404} />
}
