import { redirect } from 'next/navigation'

/** Specification, point 2: / redirects to /wel. */
export default function Page() {
  redirect('/wel')
}
