import { ErrorPage } from '@/components/ui/error-page'

export default function Page() {
  return <ErrorPage status={403} />
}
