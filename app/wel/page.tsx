import { redirect } from 'next/navigation'
import { href } from '@/lib/routes'

/** Specification, point 2: /wel redirects to home. */
export default function Page() {
  redirect(href('home'))
}
