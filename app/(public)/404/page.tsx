import { notFound } from 'next/navigation'

/** Answers 404; app/not-found.tsx is what is seen. */
export default function Page() {
  notFound()
}
